/* Named formats of text, as firmware/api/format.c judges them; the vectors hold both to the same. */

export type Format = 'digits' | 'alphanumeric' | 'ipv4' | 'host' | 'hostPort' | 'httpsUrl' | 'pem' | 'mac' | 'wifiKey';

const octet = '(?:0|[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5])';
const ipv4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`);
const label = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/* A name whose last label is a number would be taken for an address, so it has to be one. */
function isHost(value: string): boolean {
  const labels = value.split('.');
  return /^[0-9]+$/.test(labels.at(-1) ?? '')
    ? ipv4.test(value)
    : value.length <= 253 && labels.every((part) => label.test(part));
}

function isHostPort(value: string): boolean {
  const colon = value.indexOf(':');
  const port = value.slice(colon + 1);
  return colon > 0 && isHost(value.slice(0, colon)) && /^[1-9][0-9]{0,4}$/.test(port) && Number(port) <= 65_535;
}

/* RFC 3986 without user, fragment and what has to be escaped. */
function isHttpsUrl(value: string): boolean {
  const parts = /^https:\/\/([^/?]*)([/?].*)?$/.exec(value);
  const authority = parts?.[1] ?? '';
  const rest = parts?.[2] ?? '';
  return (isHost(authority) || isHostPort(authority)) && /^[!$-;=?-Z[\]_a-z~]*$/.test(rest);
}

/* Text before and between the blocks, which many tools write, is let through. */
function isPem(value: string): boolean {
  const begin = value.indexOf('-----BEGIN ');
  return /^[\t\n\r -~]*$/.test(value) && begin >= 0 && value.lastIndexOf('-----END ') > begin;
}

/** True if a text that is not empty has the format. */
export function fitsFormat(value: string, format: Format | undefined): boolean {
  switch (format) {
    case undefined:
      return true;
    case 'digits':
      return /^[0-9]*$/.test(value);
    case 'alphanumeric':
      return /^[0-9A-Za-z]*$/.test(value);
    case 'ipv4':
      return ipv4.test(value);
    case 'host':
      return isHost(value);
    case 'hostPort':
      return isHostPort(value);
    case 'httpsUrl':
      return isHttpsUrl(value);
    case 'pem':
      return isPem(value);
    case 'mac':
      return /^[0-9A-F]{2}(?::[0-9A-F]{2}){5}$/.test(value);
    case 'wifiKey':
      return value.length === 64 ? /^[0-9A-Fa-f]*$/.test(value) : /^[ -~]*$/.test(value);
  }
}
