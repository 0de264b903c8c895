/** The pages of the rules come in one piece: who opens one of them goes on to the others, and each piece has its head. */

export { GroupPage } from './groups/GroupPage.tsx';
export { WorkGroupPage } from './groups/WorkGroupPage.tsx';
export { AlwaysClosePage, AlwaysOpenPage } from './hours/DoorPeriodsPage.tsx';
export { TimeZonePage } from './hours/TimeZonePage.tsx';
export { ZoneSettingPage } from './hours/ZoneSettingPage.tsx';
export { ShiftPage } from './shifts/ShiftPage.tsx';
