/* The bare reference of the serving benchmarks: one thread, epoll_wait + recv + send of precomputed replies.
 *
 *     epoll_server PORT FOLDER
 *
 * Serves every regular file of FOLDER under its name, with the entity tag "b" for all of them. It parses just enough
 * to be honest: the path of the request line and whether If-None-Match is there. Loopback only; for benchmarks only. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_FILES = 64, MAX_FDS = 8192, REQUEST_MAX = 4096 };

struct asset {
    char path[256];
    size_t path_len;
    char *reply;
    size_t reply_len;
};

struct connection {
    char request[REQUEST_MAX];
    size_t have;
    const char *rest; /* of a reply that did not fit into the socket */
    size_t rest_len;
};

static struct asset s_assets[MAX_FILES];
static size_t s_asset_count;
static struct connection *s_connections[MAX_FDS];

static const char s_not_modified[] = "HTTP/1.1 304 Not Modified\r\nETag: \"b\"\r\nContent-Length: 0\r\n\r\n";
static const char s_not_found[] = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static void load_file(const char *folder, const char *name) {
    char path[512];
    struct stat st;
    if (snprintf(path, sizeof(path), "%s/%s", folder, name) >= (int)sizeof(path) || stat(path, &st) != 0 ||
        !S_ISREG(st.st_mode) || s_asset_count == MAX_FILES) {
        return;
    }
    struct asset *a = &s_assets[s_asset_count];
    int n = snprintf(a->path, sizeof(a->path), "/%s", name);
    if (n < 0 || n >= (int)sizeof(a->path)) {
        return;
    }
    a->path_len = (size_t)n;
    char header[256];
    int header_len = snprintf(header, sizeof(header),
                              "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Encoding: gzip\r\n"
                              "ETag: \"b\"\r\nContent-Length: %lld\r\n\r\n",
                              (long long)st.st_size);
    a->reply_len = (size_t)header_len + (size_t)st.st_size;
    a->reply = malloc(a->reply_len);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || a->reply == NULL || read(fd, a->reply + header_len, (size_t)st.st_size) != st.st_size) {
        fail(path);
    }
    close(fd);
    memcpy(a->reply, header, (size_t)header_len);
    s_asset_count++;
}

static void load_folder(const char *folder) {
    DIR *dir = opendir(folder);
    if (dir == NULL) {
        fail(folder);
    }
    for (struct dirent *e; (e = readdir(dir)) != NULL;) {
        load_file(folder, e->d_name);
    }
    closedir(dir);
}

static int listen_on(int port) {
    int one = 1;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    struct sockaddr_in addr = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    addr.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one)) != 0 ||
        bind(fd, (struct sockaddr *)&addr, sizeof(addr)) != 0 || listen(fd, 1024) != 0) {
        fail("listen");
    }
    return fd;
}

static void drop(int ep, int fd) {
    (void)epoll_ctl(ep, EPOLL_CTL_DEL, fd, NULL);
    free(s_connections[fd]);
    s_connections[fd] = NULL;
    close(fd);
}

static void accept_all(int ep, int listener) {
    for (;;) {
        int one = 1;
        int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0) {
            return;
        }
        if (fd >= MAX_FDS || (s_connections[fd] = calloc(1, sizeof(*s_connections[fd]))) == NULL) {
            close(fd);
            continue;
        }
        (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
        struct epoll_event ev = {.events = EPOLLIN, .data.fd = fd};
        if (epoll_ctl(ep, EPOLL_CTL_ADD, fd, &ev) != 0) {
            drop(ep, fd);
        }
    }
}

static const char *find_reply(const char *request, size_t *ret_len) {
    const char *path = strchr(request, ' ');
    if (path != NULL) {
        path++;
        size_t len = strcspn(path, " ?");
        for (size_t i = 0; i < s_asset_count; i++) {
            if (s_assets[i].path_len != len || memcmp(s_assets[i].path, path, len) != 0) {
                continue;
            }
            if (strcasestr(request, "\r\nIf-None-Match:") != NULL) {
                *ret_len = sizeof(s_not_modified) - 1;
                return s_not_modified;
            }
            *ret_len = s_assets[i].reply_len;
            return s_assets[i].reply;
        }
    }
    *ret_len = sizeof(s_not_found) - 1;
    return s_not_found;
}

/* Sends what fits; the rest waits for EPOLLOUT. False when the peer is gone. */
static int push(int ep, int fd, const char *data, size_t len) {
    struct connection *c = s_connections[fd];
    ssize_t n = send(fd, data, len, MSG_NOSIGNAL);
    if (n < 0 && errno != EAGAIN) {
        return 0;
    }
    size_t sent = n < 0 ? 0 : (size_t)n;
    int was_waiting = c->rest_len > 0;
    c->rest = data + sent;
    c->rest_len = len - sent;
    if ((c->rest_len > 0) != was_waiting) {
        struct epoll_event ev = {.events = c->rest_len > 0 ? EPOLLOUT : EPOLLIN, .data.fd = fd};
        if (epoll_ctl(ep, EPOLL_CTL_MOD, fd, &ev) != 0) {
            return 0;
        }
    }
    return 1;
}

static int serve(int ep, int fd) {
    struct connection *c = s_connections[fd];
    ssize_t n = recv(fd, c->request + c->have, REQUEST_MAX - 1 - c->have, 0);
    if (n <= 0) {
        return n < 0 && errno == EAGAIN;
    }
    c->have += (size_t)n;
    c->request[c->have] = '\0';
    const char *end = strstr(c->request, "\r\n\r\n");
    if (end == NULL) {
        return c->have < REQUEST_MAX - 1;
    }
    size_t len = 0;
    const char *reply = find_reply(c->request, &len);
    c->have = 0;
    return push(ep, fd, reply, len);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: epoll_server PORT FOLDER\n");
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    struct rlimit files = {.rlim_cur = MAX_FDS, .rlim_max = MAX_FDS};
    (void)setrlimit(RLIMIT_NOFILE, &files);
    load_folder(argv[2]);
    int listener = listen_on(atoi(argv[1]));
    int ep = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event ev = {.events = EPOLLIN, .data.fd = listener};
    if (ep < 0 || epoll_ctl(ep, EPOLL_CTL_ADD, listener, &ev) != 0) {
        fail("epoll");
    }
    for (;;) {
        struct epoll_event events[64];
        int n = epoll_wait(ep, events, 64, -1);
        for (int i = 0; i < n; i++) {
            int fd = events[i].data.fd;
            if (fd == listener) {
                accept_all(ep, listener);
            } else if (!((events[i].events & EPOLLOUT) != 0
                             ? push(ep, fd, s_connections[fd]->rest, s_connections[fd]->rest_len)
                             : serve(ep, fd))) {
                drop(ep, fd);
            }
        }
    }
}
