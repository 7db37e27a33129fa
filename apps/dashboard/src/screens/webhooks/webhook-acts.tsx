import type { Webhook } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ChevronDown, KeyRound, MoreHorizontal, Pause, Pencil, Play, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { faultOf, faultWords } from '../../api/fault.ts'
import { Button } from '../../design/button.tsx'
import { IconButton } from '../../design/icon-button.tsx'
import { lazily } from '../../design/lazily.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../design/menu.tsx'
import { toast } from '../../design/toast.ts'
import { useCommands } from '../../shell/commands.tsx'
import { useRefusal } from '../../shell/service-context.tsx'
import { eventChoices } from './event-words.ts'
import { useSwitchWebhook } from './use-switch-webhook.ts'
import { useDeliveriesChanged } from './use-webhooks-changed.ts'

const EditWebhookDialog = lazily(() => import('./edit-webhook-dialog.tsx'), 'EditWebhookDialog')
const RotateSecretDialog = lazily(() => import('./rotate-secret-dialog.tsx'), 'RotateSecretDialog')
const RecoverDialog = lazily(() => import('./recover-dialog.tsx'), 'RecoverDialog')
const DeleteWebhookDialog = lazily(() => import('./delete-webhook-dialog.tsx'), 'DeleteWebhookDialog')

const route = getRouteApi('/services/$serviceId/webhooks/$webhookId')

/** What can be done with a webhook. */
export function WebhookActs({ webhook }: { webhook: Webhook }) {
  const { id, state } = webhook
  const refusal = useRefusal('admin')
  const { dialog } = route.useSearch()
  const navigate = route.useNavigate()
  const [act, setAct] = useState<'rotate' | 'recover' | 'delete' | null>(null)
  const { switchTo, isPending } = useSwitchWebhook(id)
  const openEdit = () => void navigate({ search: (now) => ({ ...now, dialog: 'edit' }) })
  const closeEdit = () => void navigate({ search: (now) => ({ ...now, dialog: undefined }) })
  const close = () => setAct(null)
  const isEnabled = state === 'enabled'
  const toggle = () => isPending || switchTo(!isEnabled)
  const switchName = isEnabled ? 'Disable webhook' : 'Enable webhook'
  useCommands(
    refusal === null
      ? [
          { name: 'Edit webhook', group: 'This page', keys: 'e', run: openEdit },
          { name: switchName, group: 'This page', run: toggle },
          { name: 'Rotate the secret', group: 'This page', run: () => setAct('rotate') },
          { name: 'Recover failed deliveries', group: 'This page', run: () => setAct('recover') },
          { name: 'Delete webhook', group: 'This page', run: () => setAct('delete') },
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
      <Menu trigger={<IconButton look="secondary" label="More actions" icon={<MoreHorizontal aria-hidden />} />}>
        <MenuItem icon={isEnabled ? Pause : Play} refusal={refusal} onSelect={toggle}>
          {isEnabled ? 'Disable' : 'Enable'}
        </MenuItem>
        <MenuItem icon={RotateCw} refusal={refusal} onSelect={() => setAct('recover')}>
          Recover failed deliveries…
        </MenuItem>
        <MenuItem icon={KeyRound} refusal={refusal} onSelect={() => setAct('rotate')}>
          Rotate the secret…
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} isDangerous refusal={refusal} onSelect={() => setAct('delete')}>
          Delete…
        </MenuItem>
      </Menu>
      {dialog === 'edit' && refusal === null && <EditWebhookDialog webhook={webhook} onClose={closeEdit} />}
      {act === 'rotate' && <RotateSecretDialog webhook={webhook} onClose={close} />}
      {act === 'recover' && <RecoverDialog webhook={webhook} onClose={close} />}
      {act === 'delete' && (
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
  const deliveriesChanged = useDeliveriesChanged()
  const { mutate, isPending } = useMutation(
    trpc.dashboard.testWebhook.mutationOptions({
      onSuccess: ({ data: { id } }) => {
        void deliveriesChanged()
        void navigate({ search: (now) => ({ ...now, view: undefined, delivery: id }) })
      },
      onError: (error) => void toast('error', faultWords(faultOf(error))),
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
      <MenuLabel>Made up, and marked as no live event</MenuLabel>
      {eventChoices.map(({ value }) => (
        <MenuItem key={value} onSelect={() => mutate({ id: webhook.id, event: value })}>
          <span className="font-mono">{value}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}
