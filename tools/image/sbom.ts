// Lists of the components of an image, for people and for tools: SPDX 2.3, CycloneDX 1.5, and all licences.

import { createHash } from 'node:crypto';
import type { Part } from './parts.ts';

export interface About {
  readonly board: string;
  readonly brand: string;
  readonly version: string;
  /** Time of the source, seconds since 1970. */
  readonly built: number;
}

const title = ({ board, brand, version }: About): string => `${brand}-${board}-${version}`;
const timeOf = ({ built }: About): string => new Date(built * 1000).toISOString().replace('.000Z', 'Z');

/** An id derived from the content: a list that differs has another id. */
function uuidOf(parts: readonly Part[], about: About): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([about, parts.map(({ text: _, ...rest }) => rest)]))
    .digest('hex');
  const groups = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `5${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ];
  return groups.join('-');
}

const spdxId = ({ kind, name }: Part): string => `SPDXRef-${kind}-${name.replace(/[^A-Za-z0-9.-]/g, '-')}`;

const referenced = (parts: readonly Part[]): string[] =>
  [...new Set(parts.flatMap(({ licence }) => licence.match(/LicenseRef-[\w.-]+/g) ?? []))].sort();

const refTexts: Readonly<Record<string, string>> = {
  'LicenseRef-public-domain': 'Given to the public by its authors; their words are in the copyright file.',
};

function spdxPackage(part: Part): object {
  return {
    SPDXID: spdxId(part),
    name: part.name,
    versionInfo: part.version,
    supplier: part.kind === 'debian' ? 'Organization: Debian' : 'NOASSERTION',
    downloadLocation: 'NOASSERTION',
    filesAnalyzed: false,
    licenseConcluded: part.licence,
    licenseDeclared: part.licence,
    copyrightText: 'NOASSERTION',
    ...(part.sha256 === undefined ? {} : { checksums: [{ algorithm: 'SHA256', checksumValue: part.sha256 }] }),
    ...(part.purl === undefined
      ? {}
      : {
          externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: part.purl }],
        }),
  };
}

export function spdx(parts: readonly Part[], about: About): object {
  const image = 'SPDXRef-image';
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: title(about),
    documentNamespace: `urn:uuid:${uuidOf(parts, about)}`,
    creationInfo: { created: timeOf(about), creators: [`Tool: postern-image-${about.version}`] },
    packages: [
      {
        SPDXID: image,
        name: title(about),
        versionInfo: about.version,
        downloadLocation: 'NOASSERTION',
        filesAnalyzed: false,
        licenseConcluded: 'NOASSERTION',
        licenseDeclared: 'NOASSERTION',
        copyrightText: 'NOASSERTION',
        primaryPackagePurpose: 'FIRMWARE',
      },
      ...parts.map(spdxPackage),
    ],
    hasExtractedLicensingInfos: referenced(parts).map((licenseId) => ({
      licenseId,
      extractedText: refTexts[licenseId] ?? '',
    })),
    relationships: [
      { spdxElementId: 'SPDXRef-DOCUMENT', relationshipType: 'DESCRIBES', relatedSpdxElement: image },
      ...parts.map((part) => ({
        spdxElementId: image,
        relationshipType: 'CONTAINS',
        relatedSpdxElement: spdxId(part),
      })),
    ],
  };
}

function component(part: Part): object {
  return {
    type: part.kind === 'own' ? 'application' : 'library',
    'bom-ref': part.purl ?? spdxId(part),
    name: part.name,
    version: part.version,
    licenses: [{ expression: part.licence }],
    ...(part.sha256 === undefined ? {} : { hashes: [{ alg: 'SHA-256', content: part.sha256 }] }),
    ...(part.purl === undefined ? {} : { purl: part.purl }),
  };
}

export function cycloneDx(parts: readonly Part[], about: About): object {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${uuidOf(parts, about)}`,
    version: 1,
    metadata: {
      timestamp: timeOf(about),
      tools: { components: [{ type: 'application', name: 'postern-image', version: about.version }] },
      component: { type: 'firmware', 'bom-ref': 'image', name: title(about), version: about.version },
    },
    components: parts.map(component),
    dependencies: [{ ref: 'image', dependsOn: parts.map((part) => part.purl ?? spdxId(part)) }],
  };
}

/** A table of all parts, followed by the licence texts as shipped. */
export function licenceList(parts: readonly Part[]): string {
  const rows = parts.map(({ name, version, licence, kind }) => [name, version, kind, licence].join('\t'));
  const bar = '='.repeat(78);
  const texts = parts
    .filter(({ text }) => text.trim() !== '')
    .map(({ name, licence, text }) => `${bar}\n${name}: ${licence}\n${bar}\n\n${text.trim()}\n`);
  return `${rows.join('\n')}\n\n${texts.join('\n')}`;
}
