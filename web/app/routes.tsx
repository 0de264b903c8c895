import type { PlainKey } from '../lib/i18n.ts';
import type { FunctionGroup } from '../lib/session.ts';
import { type LazyPage, lazyPage } from './lazyPage.tsx';

/** A page inside the shell. Its code is a chunk of its own, fetched when the route is first opened. */
export interface Route {
  path: string;
  /** Stands in the breadcrumb, in the window's title and as the page's h1. */
  title: PlainKey;
  /** The function group that must be among `funs`. */
  group: FunctionGroup;
  /** The page above it in the breadcrumb; on a phone the way back. */
  parent?: string;
  Page: LazyPage;
}

/** Add a page here: path, title key, group, and a loader that names its component. */
export const routes: readonly Route[] = [
  {
    path: '/user/userList',
    title: 'page.userList',
    group: 'user',
    Page: lazyPage(() => import('../features/users/UserListPage.tsx').then((module) => module.UserListPage)),
  },
  {
    path: '/user/addUser',
    title: 'page.addUser',
    group: 'user',
    parent: '/user/userList',
    Page: lazyPage(() => import('../features/users/AddUserPage.tsx').then((module) => module.AddUserPage)),
  },
  {
    path: '/user/userEdit',
    title: 'page.userEdit',
    group: 'user',
    parent: '/user/userList',
    Page: lazyPage(() => import('../features/users/EditUserPage.tsx').then((module) => module.EditUserPage)),
  },
  {
    path: '/user/identify',
    title: 'page.identify',
    group: 'user',
    parent: '/user/userList',
    Page: lazyPage(() => import('../features/users/IdentifyPage.tsx').then((module) => module.IdentifyPage)),
  },
];
