// A request of every call that decodes, for tests that are about what stands before or around the handler.

import type { CallName, CallRequest } from '../harness/contract.ts';

const requests: { readonly [N in CallName]: CallRequest<N> } = {
  chklogin: { username: 'nobody', password: 'nothing' },
  logout: {},
  EditPwd: { userid: 'admin', oldpassword: '704182', password: '704183', confirm: '704183' },
  checkPower: { group: 'user' },
  userlist: {},
  GetUserInfo: { userid: 1 },
  adduser: { userid: 999_999_001 },
  edituser: { userid: 999_999_002 },
  deleteuser: { userid: 999_999_003 },
  deletsomeuser: { userids: [999_999_004] },
  SetInfoParam: {},
  SetLanguageSettingItem: {},
  GetLanguageSettingItem: { language: 'en' },
};

export function minimalRequest<N extends CallName>(name: N): CallRequest<N> {
  return requests[name];
}
