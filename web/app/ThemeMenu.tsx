import { t } from '../lib/i18n.ts';
import { setTheme, type Theme, themes, useTheme } from '../lib/theme.ts';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/icons.ts';
import { Menu } from '../ui/Menu.tsx';

const icons: Record<Theme, IconName> = { system: 'system', light: 'sun', dark: 'moon' };

export function ThemeMenu() {
  const theme = useTheme();
  const items = themes.map((one) => ({
    label: t(`theme.${one}`),
    icon: icons[one],
    checked: one === theme,
    onSelect: () => setTheme(one),
  }));
  return <Menu label={t('shell.theme')} trigger={<Icon name={icons[theme]} />} groups={[items]} />;
}
