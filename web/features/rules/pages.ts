/** The pages of the rules in one chunk: users who open one continue to the others, and each chunk has overhead. */

export { GroupPage } from './groups/GroupPage.tsx';
export { WorkGroupPage } from './groups/WorkGroupPage.tsx';
export { AlwaysClosePage, AlwaysOpenPage } from './hours/DoorPeriodsPage.tsx';
export { TimeZonePage } from './hours/TimeZonePage.tsx';
export { ZoneSettingPage } from './hours/ZoneSettingPage.tsx';
export { ShiftPage } from './shifts/ShiftPage.tsx';
