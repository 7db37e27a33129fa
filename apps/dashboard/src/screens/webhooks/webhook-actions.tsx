import type { Webhook } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ChevronDown, KeyRound, MoreHorizontal, Pause, Pencil, Play, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { errorText } from '../../api/call-error.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { Button } from '../../design/button.tsx'
import { IconButton } from '../../design/icon-button.tsx'
import { lazily } from '../../design/lazily.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../design/menu.tsx'
import { toast } from '../../design/toast.ts'
import { useCommands } from '../../shell/commands.tsx'
import { useRefusal } from '../../shell/service-context.tsx'
import { eventChoices } from './event-types.ts'
import { useSwitchWebhook } from './use-switch-webhook.ts'

const EditWebhookDialog = lazily(() => import('./edit-webhook-dialog.tsx'), 'EditWebhookDialog')
const RotateSecretDialog = lazily(() => import('./rotate-secret-dialog.tsx'), 'RotateSecretDialog')
const RecoverDialog = lazily(() => import('./recover-dialog.tsx'), 'RecoverDialog')
const DeleteWebhookDialog = lazily(() => import('./delete-webhook-dialog.tsx'), 'DeleteWebhookDialog')

const route = getRouteApi('/services/$serviceId/webhooks/$webhookId')

/** What can be done with a webhook. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { id, state } = webhook
  const refusal = useRefusal('admin')
  const { dialog } = route.useSearch()
  const navigate = route.useNavigate()
  const [open, setOpen] = useState<'rotate' | 'recover' | 'delete' | null>(null)
  const { switchTo, isPending } = useSwitchWebhook(id)
  const openEdit = () => void navigate({ search: (now) => ({ ...now, dialog: 'edit' }) })
  const closeEdit = () => void navigate({ search: (now) => ({ ...now, dialog: undefined }) })
  const close = () => setOpen(null)
  const isEnabled = state === 'enabled'
  const toggle = () => isPending || switchTo(!isEnabled)
  const switchName = isEnabled ? 'Disable webhook' : 'Enable webhook'
  useCommands(
    refusal === null
      ? [
          { name: 'Edit webhook', group: 'This page', keys: 'e', run: openEdit },
          { name: switchName, group: 'This page', run: toggle },
          { name: 'Rotate secret', group: 'This page', run: () => setOpen('rotate') },
          { name: 'Recover failed deliveries', group: 'This page', run: () => setOpen('recover') },
          { name: 'Delete webhook', group: 'This page', run: () => setOpen('delete') },
        ]
      : [],
  )
  return (
    <>
      <TestButton webhook={webhook} refusal={refusal} />
      <Button refusal={refusal} onClick={openEdit}>
        <Pencil aria-hidden />
        Edit
      </Button>
      <Menu trigger={<IconButton variant="secondary" label="More actions" icon={<MoreHorizontal aria-hidden />} />}>
        <MenuItem icon={isEnabled ? Pause : Play} refusal={refusal} onSelect={toggle}>
          {isEnabled ? 'Disable' : 'Enable'}
        </MenuItem>
        <MenuItem icon={RotateCw} refusal={refusal} onSelect={() => setOpen('recover')}>
          Recover failed deliveries…
        </MenuItem>
        <MenuItem icon={KeyRound} refusal={refusal} onSelect={() => setOpen('rotate')}>
          Rotate secret…
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} isDangerous refusal={refusal} onSelect={() => setOpen('delete')}>
          Delete…
        </MenuItem>
      </Menu>
      {dialog === 'edit' && refusal === null && <EditWebhookDialog webhook={webhook} onClose={closeEdit} />}
      {open === 'rotate' && <RotateSecretDialog webhook={webhook} onClose={close} />}
      {open === 'recover' && <RecoverDialog webhook={webhook} onClose={close} />}
      {open === 'delete' && (
        <DeleteWebhookDialog
          webhook={webhook}
          onClose={close}
          onDeleted={() => navigate({ to: '/services/$serviceId/webhooks', search: {}, replace: true })}
        />
      )}
    </>
  )
}

/** Sends a made-up event, and shows its delivery. */
function TestButton({ webhook, refusal }: { webhook: Webhook; refusal: string | null }) {
  const trpc = useTRPC()
  const navigate = route.useNavigate()
  const refresh = useRefresh()
  const { mutate, isPending } = useMutation(
    trpc.dashboard.testWebhook.mutationOptions({
      onSuccess: ({ data: { id } }) => {
        void refresh(trpc.dashboard.listDeliveries, trpc.dashboard.readDelivery)
        void navigate({ search: (now) => ({ ...now, view: undefined, delivery: id }) })
      },
      onError: (error) => void toast('error', errorText(error)),
    }),
  )
  if (refusal !== null) return <Button refusal={refusal}>Send test event</Button>
  return (
    <Menu
      trigger={
        <Button isBusy={isPending}>
          Send test event
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      <MenuLabel>Sample data, marked as a test event</MenuLabel>
      {eventChoices.map(({ value }) => (
        <MenuItem key={value} onSelect={() => mutate({ id: webhook.id, event: value })}>
          <span className="font-mono">{value}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}
