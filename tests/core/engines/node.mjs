// Runs the loops of a game's file in Node for tests/core/engines/node.py: a request and an answer are each a length
// (four bytes), so much JSON, and the bytes of arrays one after the other.
import { readFileSync, readSync, writeSync } from 'node:fs'

const module_ = new WebAssembly.Module(readFileSync(process.argv[2]))
const { exports } = new WebAssembly.Instance(module_, {})
const LINE = 64

function read(size) {
  const whole = Buffer.alloc(size)
  for (let at = 0; at < size; ) {
    const got = readSync(0, whole, at, size - at)
    if (got === 0) process.exit(0)
    at += got
  }
  return whole
}

function write(bytes) {
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at)
}

function answer({ name, given }, bytes) {
  let top = exports.__heap_base.value
  let from = 0
  const values = []
  const changed = []
  for (const [kind, value, shape, changes] of given) {
    if (kind === 'int') values.push(BigInt(value))
    else if (kind === 'float') values.push(value)
    else {
      top = Math.ceil(top / LINE) * LINE
      const missing = Math.ceil((top + value - exports.memory.buffer.byteLength) / 65536)
      if (missing > 0) exports.memory.grow(missing)
      new Uint8Array(exports.memory.buffer).set(bytes.subarray(from, from + value), top)
      values.push(top, ...shape)
      if (changes) changed.push([top, value])
      top += value
      from += value
    }
  }
  const said = exports[name](...values)
  const parts = changed.map(([at, size]) => Buffer.from(exports.memory.buffer, at, size))
  return [{ said: typeof said === 'bigint' ? said.toString() : (said ?? null) }, Buffer.concat(parts)]
}

for (;;) {
  const head = JSON.parse(read(read(4).readUInt32LE()))
  const [told, bytes] = answer(head, read(head.bytes))
  const text = Buffer.from(JSON.stringify(told))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(text.length)
  write(Buffer.concat([length, text, bytes]))
}
