/* Checks and effect of the page RestParam, for TLS and REST keys. http/ decides what is served, and reads the settings
 * with each request. */
#include <stddef.h>
#include <string.h>

#include "core/base/core.h"
#include "core/network/certificate.h"
#include "core/network/network.h"
#include "core/settings/settings.h"
#include "pki/x509.h"
#include "setting_hooks.h"

int setting_check_rest_param(const struct settings *before, struct setting_rest_param *values, const char **ret_field) {
    struct x509_info info;
    (void)before;
    if (values->webhook_on && values->webhook_url[0] == '\0') {
        *ret_field = "webhookUrl";
        return E_MISSING;
    }
    if (values->webhook_ca[0] != '\0' && x509_read(values->webhook_ca, &info) < 0) {
        *ret_field = "webhookCa";
        return E_CERTIFICATE_INVALID;
    }
    return 0;
}

/* Rejects settings that would lock everyone out: HTTPS only without a listener, HSTS with a certificate that browsers
 * warn of and then do not let anyone bypass. http/ checks again, for settings from before. */
int effect_tls(struct core *core, const struct settings *before, const struct settings *after) {
    if (before == NULL) {
        return 0; /* at start nothing waits for an answer, and TLS does not listen yet */
    }
    if (after->values.rest_param.https_only && network_https(core)[0] == '\0') {
        return E_HTTPS_NEEDED;
    }
    return after->values.rest_param.hsts && !certificate_is_own(core) ? E_CERTIFICATE_UNTRUSTED : 0;
}
