import { describe, expect, it } from 'vitest';
import { comment, literal } from '../../../tools/apigen/c_names.ts';
import { camelCase, functionCase, snakeCase, upperCase } from '../../../tools/apigen/names.ts';

describe('names', () => {
  it.each([
    ['SetInfoParam', 'set_info_param'],
    ['chklogin', 'chklogin'],
    ['Build_Version', 'build_version'],
    ['hasPassword', 'has_password'],
    ['MaxFACE', 'max_face'],
    ['FPCompareParam', 'fp_compare_param'],
    ['getOnlineEnrollStatus', 'get_online_enroll_status'],
    ['AccSetting', 'acc_setting'],
    ['zhTW', 'zh_tw'],
    ['default', 'default_'],
  ])('%s is %s in C', (name, expected) => {
    expect(snakeCase(name)).toBe(expected);
  });

  it('has the other forms', () => {
    expect(upperCase('IdentifyMode')).toBe('IDENTIFY_MODE');
    expect(upperCase('default')).toBe('DEFAULT');
    expect(camelCase('session_ended')).toBe('sessionEnded');
    expect(functionCase('SetInfoParam')).toBe('setInfoParam');
  });

  it('writes any text as C', () => {
    expect(literal('a"b\\c\n?é')).toBe('"a\\"b\\\\c\\012\\077\\303\\251"');
    expect(comment('a */ b')).toBe('/* a * / b */');
  });
});
