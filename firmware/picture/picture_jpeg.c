/* JPEG by libjpeg-turbo. Its errors use longjmp() (its only interface), so everything that survives a jump is in one
 * struct. */
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h> /* jpeglib.h needs it before */
#include <stdlib.h>

#include <jerror.h> /* needs the other */
#include <jpeglib.h>

#include "picture/picture_impl.h"

#define SCANS_MAX 32 /* of a progressive picture; each costs a pass over all of it, and usual ones have ten */
#define CMYK_DOT 4 /* bytes */
#define EIGHTHS 8 /* steps of the decoder's own scaling */

struct jpeg_errors {
    struct jpeg_error_mgr manager; /* first: the library passes its address */
    jmp_buf jump;
    int error;
    bool is_cut; /* the file is truncated, but enough of the picture is there */
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
    if (((struct jpeg_errors *)jpeg->err)->is_cut) {
        jpeg_fail(jpeg, E_PICTURE_CUT); /* within an essential part */
    }
    /* Without a backing store, exceeding max_memory_to_use is reported like this. */
    jpeg_fail(jpeg, code == JERR_NO_BACKING_STORE ? E_TOO_LARGE : code == JERR_OUT_OF_MEMORY ? E_NOMEM : E_FORMAT);
}

/* Returns whether a progressive picture that ends in this scan is usable: it has its colours, and its brightness except
 * the last bit, or most of what this scan adds to that. */
static bool scans_are_enough(j_decompress_ptr jpeg) {
    const jpeg_component_info *first = jpeg->cur_comp_info[0];
    const bool is_last_bit = first == NULL || first->component_index != 0 || jpeg->Ah == 1;
    for (int i = 0; i < jpeg->num_components; i++) {
        for (int k = 0; k < (i == 0 ? DCTSIZE2 : 1); k++) {
            const int bits = jpeg->coef_bits == NULL ? -1 : jpeg->coef_bits[i][k];
            if (bits < 0 || (i == 0 && bits > 1)) {
                return false;
            }
        }
    }
    return is_last_bit || picture_is_enough(jpeg->input_iMCU_row, jpeg->total_iMCU_rows);
}

/* Returns whether most of the picture is there where the file ends. */
static bool jpeg_is_enough(j_decompress_ptr jpeg) {
    if (jpeg->progressive_mode) {
        return scans_are_enough(jpeg);
    }
    /* If each colour has its own scan, one of them is missing. */
    return jpeg->comps_in_scan == jpeg->num_components &&
           picture_is_enough(jpeg->input_iMCU_row, jpeg->total_iMCU_rows);
}

/* Returns true at the end of the file, and at an end marker before the end of the picture. */
static bool is_cut_off(j_common_ptr jpeg) {
    return jpeg->err->msg_code == JWRN_JPEG_EOF ||
           (jpeg->err->msg_code == JWRN_HIT_MARKER && ((j_decompress_ptr)jpeg)->unread_marker == JPEG_EOI);
}

/* Below zero: damaged, and the library would continue with made-up pixels. That is right only for the missing part of a
 * truncated file. */
static void jpeg_on_message(j_common_ptr jpeg, int level) {
    struct jpeg_errors *errors = (struct jpeg_errors *)jpeg->err;
    if (level >= 0 || errors->is_cut) {
        return;
    }
    if (!is_cut_off(jpeg)) {
        jpeg_fail(jpeg, E_FORMAT);
    }
    if (!jpeg_is_enough((j_decompress_ptr)jpeg)) {
        jpeg_fail(jpeg, E_PICTURE_CUT);
    }
    errors->is_cut = true;
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

/* Lets the decoder reduce the picture while decoding, which saves most of the work, as long as the cropped part stays
 * at least as large as the output. */
static unsigned eighths_of(const struct jpeg_decompress_struct *jpeg, bool turned) {
    uint64_t wide = turned ? PICTURE_HEIGHT : PICTURE_WIDTH, high = turned ? PICTURE_WIDTH : PICTURE_HEIGHT;
    unsigned eighths = 1;
    while (eighths < EIGHTHS && ((uint64_t)jpeg->image_width * eighths < wide * EIGHTHS ||
                                 (uint64_t)jpeg->image_height * eighths < high * EIGHTHS)) {
        eighths++;
    }
    return eighths;
}

/* Converts CMYK to RGB, in place. Adobe's programs, the most common source, store inverted values. */
static void cmyk_to_rgb(const struct jpeg_decompress_struct *jpeg, uint8_t *row) {
    const uint8_t turn = jpeg->saw_Adobe_marker ? 0 : 0xFF;
    uint8_t *to = row;
    for (JDIMENSION x = 0; x < jpeg->output_width; x++, row += CMYK_DOT) {
        const unsigned paper = row[3] ^ turn;
        for (unsigned i = 0; i < PICTURE_DOT; i++) {
            *to++ = (uint8_t)(((row[i] ^ turn) * paper + 127) / 255);
        }
    }
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
    jpeg->out_color_space = jpeg->num_components == CMYK_DOT ? JCS_CMYK : JCS_RGB;
    jpeg->scale_num = eighths_of(jpeg, turned);
    jpeg->scale_denom = EIGHTHS;
    (void)jpeg_start_decompress(jpeg);
    reader->row = malloc((size_t)jpeg->output_width * CMYK_DOT);
    return reader->row == NULL ? E_NOMEM : scaler_init(scaler, jpeg->output_width, jpeg->output_height, turned);
}

/* Errors return to here. */
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
        if (reader->jpeg.out_color_space == JCS_CMYK) {
            cmyk_to_rgb(&reader->jpeg, reader->row);
        }
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
    (void)jpeg; /* all data is available from the start */
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
