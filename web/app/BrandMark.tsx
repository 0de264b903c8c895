import { brand } from '@gen/brand.ts';

/** Logo and name of the brand. */
export function BrandMark() {
  return (
    <span className="brand">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the logo is a file of the brand, put in by the build. */}
      <span className="brand-logo" dangerouslySetInnerHTML={{ __html: brand.logo }} />
      <span className="brand-name">{brand.name}</span>
    </span>
  );
}
