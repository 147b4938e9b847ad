/* A disk that forgets: preloaded into a program, it writes down what is done to some files and what was synced, so that
   a loss of power can be acted out afterwards. It can be slow, full or read-only as well, when it is told so.

   DISK_FILES  how the paths of the files begin
   DISK_LOG    where it is written down; disk.py reads it
   DISK_MOOD   what the disk is like just now: a `struct mood`, which disk.py writes */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { CREATED, WRITTEN, CUT, SYNCED, NAMES_SYNCED, RENAMED, LINKED, UNLINKED };

struct mood {
    int32_t slow;  /* milliseconds that a sync takes */
    int32_t error; /* what is said to who wants to write: ENOSPC, EROFS; 0 if they may */
    int32_t lies;  /* whether it says that it has synced and has not */
    int32_t ready;
    uint64_t count; /* of what has been written down */
    pthread_mutex_t lock;
    uint32_t doing; /* one more than what the owner of the lock does just now, to which files, where */
    uint64_t at, size;
    char path[PATH_MAX], to[PATH_MAX];
};

struct line {
    char mark[8];
    uint32_t what, path, data; /* the last two: bytes that follow */
    uint32_t unused;
    uint64_t number, file, at;
};

static struct mood *mood;
static const char *files;
static int log_file = -1;

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void) {
    const char *log = getenv("DISK_LOG"), *how = getenv("DISK_MOOD");
    if (!log || !how || !getenv("DISK_FILES")) return;
    int file = REAL(open)(how, O_RDWR | O_CLOEXEC);
    mood = mmap(NULL, sizeof *mood, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    log_file = REAL(open)(log, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (mood == MAP_FAILED || log_file < 0) abort();
    if (!__atomic_exchange_n(&mood->ready, 1, __ATOMIC_SEQ_CST)) { /* the first program is alone */
        pthread_mutexattr_t kind;
        pthread_mutexattr_init(&kind);
        pthread_mutexattr_setpshared(&kind, PTHREAD_PROCESS_SHARED);
        pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST);
        pthread_mutex_init(&mood->lock, &kind);
    }
    files = getenv("DISK_FILES");
}

static void note(uint32_t what, uint64_t file, uint64_t at, const char *path, const void *data, size_t size) {
    int before = errno;
    struct line line = {"PARLOUR", what, strlen(path), size, 0, ++mood->count, file, at};
    struct iovec parts[] = {{&line, sizeof line}, {(void *)path, line.path}, {(void *)data, size}};
    if (REAL(writev)(log_file, parts, 3) < (ssize_t)(sizeof line + line.path + size)) abort();
    errno = before;
}

/* --- One at a time. Who is killed while doing something may have done it and not written it down: the next one does. */

static void make_up(void) {
    struct stat found;
    int there = !stat(mood->path, &found), file = open(mood->path, O_RDONLY);
    uint32_t what = mood->doing - 1;
    if (mood->doing && what == RENAMED && !there) note(RENAMED, 0, 0, mood->path, mood->to, strlen(mood->to));
    if (mood->doing && what == LINKED) note(LINKED, 0, 0, mood->path, mood->to, access(mood->to, F_OK) ? 0 : strlen(mood->to));
    if (mood->doing && what == UNLINKED && !there) note(UNLINKED, 0, 0, mood->path, NULL, 0);
    if (mood->doing && what == CREATED && there) note(CREATED, found.st_ino, 0, mood->path, NULL, 0);
    if (mood->doing && what == CUT && there) note(CUT, found.st_ino, found.st_size, "", NULL, 0);
    if (mood->doing && what == WRITTEN && there) {
        char *data = malloc(mood->size + 1);
        ssize_t size = pread(file, data, mood->size, mood->at);
        if (size > 0) note(WRITTEN, found.st_ino, mood->at, "", data, size);
        free(data);
    }
    if (file >= 0) close(file);
}

static void lock(uint32_t what, const char *path, const char *to, uint64_t at, uint64_t size) {
    if (pthread_mutex_lock(&mood->lock) == EOWNERDEAD) {
        make_up();
        pthread_mutex_consistent(&mood->lock);
    }
    mood->doing = 0;
    snprintf(mood->path, PATH_MAX, "%s", path);
    snprintf(mood->to, PATH_MAX, "%s", to);
    mood->at = at, mood->size = size, mood->doing = what + 1;
}

static void unlock(void) {
    mood->doing = 0;
    pthread_mutex_unlock(&mood->lock);
}

/* --- Which files ------------------------------------------------------------------------------------------------- */

static int ours(const char *path) { return files && !strncmp(path, files, strlen(files)); }

static void path_of(int file, char *path) {
    char link[32];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = readlink(link, path, PATH_MAX - 1);
    path[size < 0 ? 0 : size] = 0;
}

static void whole(const char *name, char *path) {
    char folder[PATH_MAX];
    while (!strncmp(name, "./", 2)) name += 2;
    if (*name == '/' || !getcwd(folder, sizeof folder)) snprintf(path, PATH_MAX, "%s", name);
    else snprintf(path, PATH_MAX, "%.2000s/%.2000s", folder, name);
}

static int is_ours(int file, struct stat *found, char *path) {
    if (!files || fstat(file, found) || !S_ISREG(found->st_mode)) return 0;
    path_of(file, path);
    return ours(path);
}

static int refused(void) {
    if (mood->error) errno = mood->error;
    return mood->error;
}

/* --- Opening ------------------------------------------------------------------------------------------------------- */

static int opened(int (*how)(const char *, int, ...), const char *name, int flags, mode_t mode) {
    char path[PATH_MAX];
    struct stat found;
    whole(name, path);
    int reads = (flags & O_ACCMODE) == O_RDONLY && !(flags & (O_CREAT | O_TRUNC));
    if (!ours(path) || reads || (flags & O_DIRECTORY)) return how(name, flags, mode);
    if (refused()) return -1;
    int is_new = access(name, F_OK);
    lock(is_new ? CREATED : CUT, path, "", 0, 0);
    int file = how(name, flags, mode);
    if (file >= 0 && !fstat(file, &found) && S_ISREG(found.st_mode)) {
        if (is_new) note(CREATED, found.st_ino, 0, path, NULL, 0);
        else if (flags & O_TRUNC) note(CUT, found.st_ino, 0, "", NULL, 0);
    }
    unlock();
    return file;
}

#define OPEN(name)                                      \
    int name(const char *path, int flags, ...) {        \
        va_list more;                                   \
        va_start(more, flags);                          \
        mode_t mode = va_arg(more, mode_t);             \
        va_end(more);                                   \
        return opened(REAL(name), path, flags, mode);   \
    }
OPEN(open)
OPEN(open64)
int __open_2(const char *path, int flags) { return open(path, flags); }
int __open64_2(const char *path, int flags) { return open64(path, flags); }

/* --- Writing ------------------------------------------------------------------------------------------------------- */

static ssize_t wrote(struct stat *found, off64_t at, const struct iovec *parts, int count, ssize_t size) {
    for (ssize_t left = size; left > 0; parts++, count--) {
        size_t some = (size_t)left < parts->iov_len ? (size_t)left : parts->iov_len;
        note(WRITTEN, found->st_ino, at, "", parts->iov_base, some);
        at += some, left -= some;
    }
    unlock();
    return size;
}

static size_t length(const struct iovec *parts, int count) {
    size_t size = 0;
    while (count--) size += (parts++)->iov_len;
    return size;
}

static off64_t place(int file, struct stat *found) {
    return fcntl(file, F_GETFL) & O_APPEND ? found->st_size : lseek64(file, 0, SEEK_CUR);
}

#define WRITE(name, arguments, given, offset, parts, count)                        \
    ssize_t name arguments {                                                       \
        char path[PATH_MAX];                                                       \
        struct stat found;                                                         \
        if (!is_ours(file, &found, path)) return REAL(name) given;                 \
        if (refused()) return -1;                                                  \
        off64_t at = offset;                                                       \
        lock(WRITTEN, path, "", at, length(parts, count));                         \
        return wrote(&found, at, parts, count, REAL(name) given);                  \
    }
#define ONE (&(struct iovec){(void *)data, size})
WRITE(write, (int file, const void *data, size_t size), (file, data, size), place(file, &found), ONE, 1)
WRITE(pwrite, (int file, const void *data, size_t size, off_t to), (file, data, size, to), to, ONE, 1)
WRITE(pwrite64, (int file, const void *data, size_t size, off64_t to), (file, data, size, to), to, ONE, 1)
WRITE(writev, (int file, const struct iovec *v, int n), (file, v, n), place(file, &found), v, n)
WRITE(pwritev, (int file, const struct iovec *v, int n, off_t to), (file, v, n, to), to, v, n)
WRITE(pwritev64, (int file, const struct iovec *v, int n, off64_t to), (file, v, n, to), to, v, n)

#define TRUNCATE(name, type)                                                       \
    int name(int file, type size) {                                                \
        char path[PATH_MAX];                                                       \
        struct stat found;                                                         \
        if (!is_ours(file, &found, path)) return REAL(name)(file, size);           \
        if (refused()) return -1;                                                  \
        lock(CUT, path, "", size, 0);                                              \
        int done = REAL(name)(file, size);                                         \
        if (!done) note(CUT, found.st_ino, size, "", NULL, 0);                     \
        unlock();                                                                  \
        return done;                                                               \
    }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

#define ALLOCATE(name, type)                                                       \
    int name(int file, type at, type size) {                                       \
        char path[PATH_MAX];                                                       \
        struct stat found;                                                         \
        if (!is_ours(file, &found, path)) return REAL(name)(file, at, size);       \
        if (mood->error) return mood->error;                                       \
        return at + size > found.st_size && ftruncate64(file, at + size) ? errno : 0; \
    }
ALLOCATE(posix_fallocate, off_t)
ALLOCATE(posix_fallocate64, off64_t)

/* --- Syncing: nothing is, really; what counts is what has been written down --------------------------------------- */

static int synced(int file, int (*how)(int)) {
    char path[PATH_MAX];
    struct stat found;
    if (!files || fstat(file, &found)) return how(file);
    path_of(file, path);
    size_t size = strlen(path);
    if (S_ISDIR(found.st_mode) && (ours(path) || !strncmp(path, files, size))) {
        lock(SYNCED, "", "", 0, 0);
        if (!mood->lies) note(NAMES_SYNCED, 0, mood->count, path, NULL, 0);
        unlock();
        return 0;
    }
    if (!S_ISREG(found.st_mode) || !ours(path)) return how(file);
    if (mood->error == EIO) return errno = EIO, -1;
    uint64_t until = mood->count; /* what comes while it syncs may be too late */
    usleep(1000 * mood->slow);
    lock(SYNCED, "", "", 0, 0);
    if (!mood->lies) note(SYNCED, found.st_ino, until, "", NULL, 0);
    unlock();
    return 0;
}

int fsync(int file) { return synced(file, REAL(fsync)); }
int fdatasync(int file) { return synced(file, REAL(fdatasync)); }

/* --- Names ----------------------------------------------------------------------------------------------------------- */

static int named(uint32_t what, const char *from, const char *to, int (*two)(const char *, const char *),
                 int (*one)(const char *)) {
    char first[PATH_MAX], second[PATH_MAX] = "";
    whole(from, first);
    if (to) whole(to, second);
    if (!ours(first)) return two ? two(from, to) : one(from);
    if (refused()) return -1;
    lock(what, first, second, 0, 0);
    int done = two ? two(from, to) : one(from);
    if (!done) note(what, 0, 0, first, second, strlen(second));
    unlock();
    return done;
}

int rename(const char *from, const char *to) { return named(RENAMED, from, to, REAL(rename), NULL); }
int link(const char *from, const char *to) { return named(LINKED, from, to, REAL(link), NULL); }
int unlink(const char *path) { return named(UNLINKED, path, NULL, NULL, REAL(unlink)); }
