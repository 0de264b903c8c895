/** The pages of the rules come in one piece: who opens one of them goes on to the others, and each piece has its head. */
export { AlwaysClosePage, AlwaysOpenPage } from './DoorPeriodsPage.tsx';
export { GroupPage } from './GroupPage.tsx';
export { ShiftPage } from './ShiftPage.tsx';
export { TimeZonePage } from './TimeZonePage.tsx';
export { WorkGroupPage } from './WorkGroupPage.tsx';
export { ZoneSettingPage } from './ZoneSettingPage.tsx';
