import {
  AtSign,
  ChartColumn,
  Globe,
  Inbox,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Palette,
  ScrollText,
  Users,
  Webhook,
} from 'lucide-react'

/** A screen of a service in the navigation, in the palette and behind a shortcut. */
export interface NavigationEntry {
  to: `/services/$serviceId/${string}`
  name: string
  icon: LucideIcon
  /** Pressed after g. */
  key: string
}

/** The screens of a service, in the order in which they are shown. */
export const navigation = [
  {
    to: '/services/$serviceId/overview',
    name: 'Overview',
    icon: LayoutDashboard,
    key: 'o',
  },
  {
    to: '/services/$serviceId/inbox',
    name: 'Inbox',
    icon: Inbox,
    key: 'i',
  },
  {
    to: '/services/$serviceId/addresses',
    name: 'Addresses',
    icon: AtSign,
    key: 'a',
  },
  {
    to: '/services/$serviceId/domains',
    name: 'Domains',
    icon: Globe,
    key: 'd',
  },
  {
    to: '/services/$serviceId/api-keys',
    name: 'API keys',
    icon: KeyRound,
    key: 'k',
  },
  {
    to: '/services/$serviceId/webhooks',
    name: 'Webhooks',
    icon: Webhook,
    key: 'w',
  },
  {
    to: '/services/$serviceId/billing',
    name: 'Usage and billing',
    icon: ChartColumn,
    key: 'b',
  },
  {
    to: '/services/$serviceId/branding',
    name: 'Branding and settings',
    icon: Palette,
    key: 'r',
  },
  {
    to: '/services/$serviceId/members',
    name: 'Members',
    icon: Users,
    key: 'm',
  },
  {
    to: '/services/$serviceId/audit-log',
    name: 'Audit log',
    icon: ScrollText,
    key: 'l',
  },
] as const satisfies readonly NavigationEntry[]
