/* JPEG by libjpeg-turbo. Its errors jump (its interface knows no other way), so that all that lives across a jump is in
 * one struct. */
#include <setjmp.h>
#include <stdio.h> /* jpeglib.h needs it before */
#include <stdlib.h>

#include <jerror.h> /* needs the other */
#include <jpeglib.h>

#include "picture/picture_impl.h"

#define SCANS_MAX 32 /* of a progressive picture; each costs a pass over all of it, and usual ones have ten */
#define EIGHTHS 8 /* steps of the decoder's own scaling */

struct jpeg_errors {
    struct jpeg_error_mgr manager; /* first: the library hands out its address */
    jmp_buf jump;
    int error;
};

struct jpeg_reader {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_errors errors;
    struct jpeg_progress_mgr progress;
    uint8_t *row;
};

struct jpeg_writer {
    struct jpeg_compress_struct jpeg;
    struct jpeg_errors errors;
    struct jpeg_destination_mgr room;
};

_Noreturn static void jpeg_fail(j_common_ptr jpeg, int error) {
    struct jpeg_errors *errors = (struct jpeg_errors *)jpeg->err;
    errors->error = error;
    longjmp(errors->jump, 1);
}

_Noreturn static void jpeg_on_error(j_common_ptr jpeg) {
    int code = jpeg->err->msg_code;
    /* Without a store behind it, what is above max_memory_to_use is refused so. */
    jpeg_fail(jpeg, code == JERR_NO_BACKING_STORE ? E_TOO_LARGE : code == JERR_OUT_OF_MEMORY ? E_NOMEM : E_FORMAT);
}

/* Below zero: damaged, and the library would go on with dots of its own. */
static void jpeg_on_message(j_common_ptr jpeg, int level) {
    if (level < 0) {
        jpeg_fail(jpeg, E_FORMAT);
    }
}

static void jpeg_errors_init(struct jpeg_errors *errors) {
    (void)jpeg_std_error(&errors->manager);
    errors->manager.error_exit = jpeg_on_error;
    errors->manager.emit_message = jpeg_on_message;
}

static void jpeg_on_progress(j_common_ptr jpeg) {
    if (((j_decompress_ptr)jpeg)->input_scan_number > SCANS_MAX) {
        jpeg_fail(jpeg, E_FORMAT);
    }
}

/* The decoder makes it smaller while it decodes, which saves most of the work, as long as the part that is cut out stays
 * as large as what is made. */
static unsigned eighths_of(const struct jpeg_decompress_struct *jpeg, bool turned) {
    uint64_t wide = turned ? PICTURE_HEIGHT : PICTURE_WIDTH, high = turned ? PICTURE_WIDTH : PICTURE_HEIGHT;
    unsigned eighths = 1;
    while (eighths < EIGHTHS && ((uint64_t)jpeg->image_width * eighths < wide * EIGHTHS ||
                                 (uint64_t)jpeg->image_height * eighths < high * EIGHTHS)) {
        eighths++;
    }
    return eighths;
}

static int jpeg_start(struct jpeg_reader *reader, const uint8_t *data, size_t len, bool turned,
                      struct picture_scaler *scaler) {
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    jpeg_create_decompress(jpeg);
    jpeg->mem->max_memory_to_use = (long)PICTURE_MEMORY_MAX;
    reader->progress.progress_monitor = jpeg_on_progress;
    jpeg->progress = &reader->progress;
    jpeg_mem_src(jpeg, data, len);
    (void)jpeg_read_header(jpeg, TRUE);
    jpeg->out_color_space = JCS_RGB;
    jpeg->scale_num = eighths_of(jpeg, turned);
    jpeg->scale_denom = EIGHTHS;
    (void)jpeg_start_decompress(jpeg);
    reader->row = malloc((size_t)jpeg->output_width * PICTURE_DOT);
    return reader->row == NULL ? E_NOMEM : scaler_init(scaler, jpeg->output_width, jpeg->output_height, turned);
}

/* Errors come back to here. */
static int jpeg_run(struct jpeg_reader *reader, const uint8_t *data, size_t len, bool turned,
                    struct picture_scaler *scaler) {
    if (setjmp(reader->errors.jump) != 0) {
        return reader->errors.error;
    }
    int r = jpeg_start(reader, data, len, turned, scaler);
    if (r < 0) {
        return r;
    }
    while (reader->jpeg.output_scanline < reader->jpeg.output_height) {
        (void)jpeg_read_scanlines(&reader->jpeg, &reader->row, 1);
        scaler_take(scaler, reader->row);
    }
    (void)jpeg_finish_decompress(&reader->jpeg);
    return 0;
}

int picture_jpeg_read(const uint8_t *data, size_t len, bool turned, struct picture_scaler *scaler) {
    struct jpeg_reader *reader = calloc(1, sizeof(*reader));
    if (reader == NULL) {
        return E_NOMEM;
    }
    jpeg_errors_init(&reader->errors);
    reader->jpeg.err = &reader->errors.manager;
    int r = jpeg_run(reader, data, len, turned, scaler);
    jpeg_destroy_decompress(&reader->jpeg);
    free(reader->row);
    free(reader);
    return r;
}

static void room_begin(j_compress_ptr jpeg) {
    (void)jpeg; /* all of it is there from the start */
}

static boolean room_full(j_compress_ptr jpeg) {
    jpeg_fail((j_common_ptr)jpeg, E_TOO_LARGE);
}

static int jpeg_encode(struct jpeg_writer *writer, const struct picture_canvas *canvas, int quality) {
    if (setjmp(writer->errors.jump) != 0) {
        return writer->errors.error;
    }
    jpeg_create_compress(&writer->jpeg);
    writer->jpeg.dest = &writer->room;
    writer->jpeg.image_width = canvas->width;
    writer->jpeg.image_height = canvas->height;
    writer->jpeg.input_components = PICTURE_DOT;
    writer->jpeg.in_color_space = JCS_RGB;
    jpeg_set_defaults(&writer->jpeg);
    jpeg_set_quality(&writer->jpeg, quality, TRUE);
    writer->jpeg.optimize_coding = TRUE;
    jpeg_start_compress(&writer->jpeg, TRUE);
    while (writer->jpeg.next_scanline < writer->jpeg.image_height) {
        /* The library only reads it. */
        size_t at = (size_t)writer->jpeg.next_scanline * canvas->width * PICTURE_DOT;
        JSAMPROW row = (JSAMPROW)(uintptr_t)(canvas->dots + at);
        (void)jpeg_write_scanlines(&writer->jpeg, &row, 1);
    }
    jpeg_finish_compress(&writer->jpeg);
    return 0;
}

int picture_jpeg_write(const struct picture_canvas *canvas, int quality, uint8_t *ret_jpeg, size_t room,
                       size_t *ret_len) {
    struct jpeg_writer *writer = calloc(1, sizeof(*writer));
    if (writer == NULL) {
        return E_NOMEM;
    }
    jpeg_errors_init(&writer->errors);
    writer->jpeg.err = &writer->errors.manager;
    writer->room = (struct jpeg_destination_mgr){.next_output_byte = ret_jpeg,
                                                 .free_in_buffer = room,
                                                 .init_destination = room_begin,
                                                 .empty_output_buffer = room_full,
                                                 .term_destination = room_begin};
    int r = jpeg_encode(writer, canvas, quality);
    *ret_len = r == 0 ? room - writer->room.free_in_buffer : 0;
    jpeg_destroy_compress(&writer->jpeg);
    free(writer);
    return r;
}
