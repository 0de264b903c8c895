// U-Boot's script: selects a slot, counts the try, and starts the signed contents of the slot.

import type { Board } from './boards.ts';

/** Variables of the environment's sector; libubootenv and this script share them. */
const variables = 'BOOT_ORDER BOOT_A_LEFT BOOT_B_LEFT FLOOR';
const sectorOctets = '0x200';

/** Kernel command line except for the slot. Every failure restarts: the next start counts again. `gpt`: the second
 * table is used if the first is damaged. */
const commandLine = (board: Board): string => `console=${board.console} quiet loglevel=4 gpt panic=5 oops=panic`;

const tryOf = (slot: 'A' | 'B'): string =>
  `if test -z "$slot" && test \${BOOT_${slot}_LEFT} -gt 0; then setenv slot ${slot}; setexpr BOOT_${slot}_LEFT \${BOOT_${slot}_LEFT} - 1; fi`;

/** The script, one command per line. Values of the sector are compared with all valid values before they are used. */
export function bootScript(board: Board): string[] {
  const { interface: kind, device } = board.storage;
  const disk = `${kind} ${device}`;
  const { scratch, fit } = board.load;
  /* No loop: Ctrl-C ends one, and an unchecked count would start again at every start. */
  const looks = (name: string): string =>
    ['0', '1', '2', '3'].map((n) => `if test "\${${name}}" = ${n}; then setenv ok 1; fi`).join('; ');
  const checked = (name: string): string => `setenv ok 0; ${looks(name)}; if test $ok = 0; then setenv ${name} 3; fi`;
  const fitSectors = `0x${((board.sizes.fit << 20) / 512).toString(16)}`;
  return [
    ...(kind === 'virtio' ? ['virtio scan'] : []),
    `${kind} dev ${device}`,
    `part start ${disk} env env_at`,
    `setenv BOOT_ORDER "A B"; setenv BOOT_A_LEFT 3; setenv BOOT_B_LEFT 3; setenv FLOOR; setenv slot; setenv more`,
    `${kind} read ${scratch} $env_at 1`,
    `env import -c ${scratch} ${sectorOctets} ${variables}`,
    `if test "$BOOT_ORDER" != "B A"; then setenv BOOT_ORDER "A B"; fi`,
    checked('BOOT_A_LEFT'),
    checked('BOOT_B_LEFT'),
    `if test "$BOOT_A_LEFT$BOOT_B_LEFT" = 00; then setenv more " postern.recovery=1"; setenv BOOT_A_LEFT 3; setenv BOOT_B_LEFT 3; fi`,
    `if test "$BOOT_ORDER" = "B A"; then ${tryOf('B')}; ${tryOf('A')}; else ${tryOf('A')}; ${tryOf('B')}; fi`,
    /* Also for the last try: one of two slots may not get far enough to serve recovery mode. */
    `if test "$BOOT_A_LEFT$BOOT_B_LEFT" = 00; then setenv more " postern.recovery=1"; fi`,
    `env export -c -s ${sectorOctets} ${scratch} ${variables}`,
    `${kind} write ${scratch} $env_at 1`,
    `if test $slot = B; then part start ${disk} slot-b slot_at; else part start ${disk} slot-a slot_at; fi`,
    `echo Postern: slot $slot$more`,
    `${kind} read ${fit} $slot_at ${fitSectors}`,
    `setenv bootargs "${commandLine(board)} postern.slot=$slot$more"`,
    `bootm ${fit}#c ${fit}#c ${board.kernel.dtb === undefined ? '$fdtcontroladdr' : `${fit}#c`}`,
    'echo Postern: the slot does not start; sleep 1; reset',
  ];
}
