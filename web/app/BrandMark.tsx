import { brand } from '@gen/brand.ts';

/** Logo and name of the brand. */
export function BrandMark() {
  return (
    <span className="brand">
      <img className="brand-logo" src={brand.logo} alt="" width={32} height={32} />
      <span className="brand-name">{brand.name}</span>
    </span>
  );
}
