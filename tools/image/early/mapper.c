#include "mapper.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/dm-ioctl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define CONTROL "/dev/mapper/control"
#define PARAMS_MAX 1024

/* One request: its head, and for a table the target and its words behind it. */
struct mapper_request {
    struct dm_ioctl head;
    struct dm_target_spec spec;
    char params[PARAMS_MAX];
};

static int request_send(int control, unsigned long what, struct mapper_request *request, const char *name,
                        unsigned flags) {
    request->head = (struct dm_ioctl){
        .version = {DM_VERSION_MAJOR, 0, 0},
        .data_size = sizeof(*request),
        .data_start = offsetof(struct mapper_request, spec),
        .target_count = what == DM_TABLE_LOAD ? 1 : 0,
        .flags = flags,
    };
    (void)snprintf(request->head.name, sizeof(request->head.name), "%s", name);
    return ioctl(control, what, request) < 0 ? -errno : 0;
}

static int device_make(int control, const char *name, uint64_t sectors, const char *target, const char *params,
                       unsigned flags, uint64_t *ret_device) {
    struct mapper_request request = {0};
    int r = request_send(control, DM_DEV_CREATE, &request, name, 0);
    if (r < 0) {
        return r;
    }
    *ret_device = request.head.dev;
    request = (struct mapper_request){.spec = {.length = sectors}};
    (void)snprintf(request.spec.target_type, sizeof(request.spec.target_type), "%s", target);
    if (snprintf(request.params, sizeof(request.params), "%s", params) >= PARAMS_MAX) {
        return -E2BIG;
    }
    r = request_send(control, DM_TABLE_LOAD, &request, name, flags);
    if (r < 0) {
        return r;
    }
    request = (struct mapper_request){0};
    return request_send(control, DM_DEV_SUSPEND, &request, name, flags); /* without the flag to suspend: resume */
}

int mapper_create(const char *name, uint64_t sectors, const char *target, const char *params, bool writable,
                  char *ret_path, size_t max) {
    int control = open(CONTROL, O_RDWR | O_CLOEXEC);
    if (control < 0) {
        return -errno;
    }
    uint64_t device = 0;
    const int r = device_make(control, name, sectors, target, params, writable ? 0 : DM_READONLY_FLAG, &device);
    (void)close(control);
    (void)snprintf(ret_path, max, "/dev/dm-%u", minor(device));
    return r;
}
