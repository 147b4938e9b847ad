// Runs the loops of a game's file in Node for tests/core/engines/node.py: a request and an answer are each a length
// (four bytes), so much JSON, and the bytes of arrays one after the other.
import { readFileSync, readSync, writeSync } from 'node:fs'

const module_ = new WebAssembly.Module(readFileSync(process.argv[2]))
const { exports } = new WebAssembly.Instance(module_, {})
const LINE = 64
let heap = exports.__heap_base.value // the end of the arrays that stay

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

// The first line at or after `top`; there is room for so many bytes from there on.
function room(top, size) {
  const start = Math.ceil(top / LINE) * LINE
  const missing = Math.ceil((start + size - exports.memory.buffer.byteLength) / 65536)
  if (missing > 0) exports.memory.grow(missing)
  return start
}

function take(size) {
  const start = room(heap, size)
  heap = start + size
  return [{ at: start }, Buffer.alloc(0)]
}

// Put the arrays where they belong: the values to call with, and where the arrays lie that the loop may change.
function place(given, bytes) {
  let top = heap
  let from = 0
  const values = []
  const open = []
  for (const each of given) {
    if ('int' in each) values.push(BigInt(each.int))
    else if ('float' in each) values.push(each.float)
    else {
      const at = each.at ?? room(top, each.size)
      if (each.at === null) top = at + each.size
      if (each.sent) {
        new Uint8Array(exports.memory.buffer).set(bytes.subarray(from, from + each.size), at)
        from += each.size
      }
      values.push(at, ...each.shape)
      if (each.changes) open.push([at, each.size])
    }
  }
  return [values, open]
}

const content = ([at, size]) => Buffer.from(exports.memory.buffer, at, size)

function call({ name, given }, bytes) {
  const [values, open] = place(given, bytes)
  const before = open.map((part) => Buffer.from(content(part)))
  const begun = performance.now()
  const said = exports[name](...values)
  const seconds = (performance.now() - begun) / 1000
  const changed = open.map((part, number) => !content(part).equals(before[number]))
  const parts = open.filter((_, number) => changed[number]).map(content)
  return [{ said: typeof said === 'bigint' ? said.toString() : (said ?? null), seconds, changed }, Buffer.concat(parts)]
}

for (;;) {
  const head = JSON.parse(read(read(4).readUInt32LE()))
  const [told, bytes] = 'take' in head ? take(head.take) : call(head, read(head.bytes))
  const text = Buffer.from(JSON.stringify(told))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(text.length)
  write(Buffer.concat([length, text, bytes]))
}
