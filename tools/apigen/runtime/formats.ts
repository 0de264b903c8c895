/* The checks of the formats declared in firmware/api/spec/formats.json, the same as in firmware/values/format.c: the examples of that file
 * and the vectors test both. */

const octet = '(?:0|[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5])';
const ipv4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`);
const label = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/* A name whose last label is a number would be parsed as an address, so it must be one. */
function isHost(value: string): boolean {
  const labels = value.split('.');
  return /^[0-9]+$/.test(labels.at(-1) ?? '')
    ? ipv4.test(value)
    : value.length <= 253 && labels.every((part) => label.test(part));
}

/* As the browser parses it in a URL; other parts of a URL are not allowed in it. */
function isIpv6(value: string): boolean {
  return /^[0-9A-Fa-f:.]*$/.test(value) && URL.canParse(`http://[${value}]`);
}

function isHostPort(value: string): boolean {
  const colon = value.indexOf(':');
  const port = value.slice(colon + 1);
  return colon > 0 && isHost(value.slice(0, colon)) && /^[1-9][0-9]{0,4}$/.test(port) && Number(port) <= 65_535;
}

/* RFC 3986 after the scheme, without user, fragment and characters that must be escaped. */
function isUrlRest(value: string): boolean {
  const parts = /^([^/?]*)([/?].*)?$/.exec(value);
  const authority = parts?.[1] ?? '';
  const rest = parts?.[2] ?? '';
  return (isHost(authority) || isHostPort(authority)) && /^[!$-;=?-Z[\]_a-z~]*$/.test(rest);
}

const isHttpsUrl = (value: string): boolean => value.startsWith('https://') && isUrlRest(value.slice(8));

function isServerUrl(value: string): boolean {
  const scheme = /^(?:tcp|https?):\/\//.exec(value)?.[0];
  return scheme === undefined ? isHost(value) || isHostPort(value) : isUrlRest(value.slice(scheme.length));
}

/* Text before and between the blocks, which many tools write, is allowed. */
function isPem(value: string): boolean {
  const begin = value.indexOf('-----BEGIN ');
  return /^[\t\n\r -~]*$/.test(value) && begin >= 0 && value.lastIndexOf('-----END ') > begin;
}

/* firmware/hal/wiegand.h (wiegand_match) says what the letters are. */
function isWiegandPattern(value: string): boolean {
  const numberBits = value.split('N').length - 1;
  return /^[EO]?[01NX]+[EO]?$/.test(value) && numberBits >= 1 && numberBits <= 64;
}

const checks = {
  digits: (value: string) => /^[0-9]*$/.test(value),
  bits: (value: string) => /^[01]*$/.test(value),
  alphanumeric: (value: string) => /^[0-9A-Za-z]*$/.test(value),
  ipv4: (value: string) => ipv4.test(value),
  host: isHost,
  altName: (value: string) => isHost(value) || isIpv6(value),
  hostPort: isHostPort,
  httpsUrl: isHttpsUrl,
  serverUrl: isServerUrl,
  pem: isPem,
  mac: (value: string) => /^[0-9A-F]{2}(?::[0-9A-F]{2}){5}$/.test(value),
  wifiKey: (value: string) => (value.length === 64 ? /^[0-9A-Fa-f]*$/ : /^[ -~]*$/).test(value),
  wiegandPattern: isWiegandPattern,
};

export type Format = keyof typeof checks;

export const isFormat = (name: string): name is Format => Object.hasOwn(checks, name);

/** Every format that has a check. */
export const formatNames = (): Format[] => Object.keys(checks).filter(isFormat);

/** True if a non-empty text has the format. */
export const fitsFormat = (value: string, format: Format | undefined): boolean =>
  format === undefined || checks[format](value);

/** True for a format whose texts may have tabs and line breaks. */
export const hasLines = (format: Format | undefined): boolean => format === 'pem';
