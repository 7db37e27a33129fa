import { type CreatedAddress, createAddressInput, type Domain, isWildcard } from '@inlet/contract'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { useTRPC } from '../../api/api-context.tsx'
import { Button } from '../../design/button.tsx'
import { DialogBody, DialogFooter } from '../../design/dialog.tsx'
import { Field } from '../../design/field.tsx'
import { InlineError } from '../../design/inline-error.tsx'
import { Input } from '../../design/input.tsx'
import { Select } from '../../design/select.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useService } from '../../shell/service-context.tsx'
import { useAddressesChanged } from './use-addresses-changed.ts'

const schema = createAddressInput.pick({ domainId: true, localPart: true, hostname: true, password: true })

interface CreateAddressFormProps {
  /** One at least; the first is chosen. */
  domains: readonly Domain[]
  onClose: () => void
  onCreated: (address: CreatedAddress) => void
}

const plain = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false }

/** The form of a new address: a name or a random one, its domain, and a password if visitors are to need one. */
export function CreateAddressForm({ domains, onClose, onCreated }: CreateAddressFormProps) {
  const { id } = useService()
  const trpc = useTRPC()
  const addressesChanged = useAddressesChanged()
  const create = useMutation(trpc.integrator.createAddress.mutationOptions())
  const formId = useId()
  const { form, submit, error, isBusy } = useContractForm({
    schema,
    defaults: { domainId: domains[0]?.id ?? '', localPart: '', hostname: '', password: undefined },
    draft: `address.${id}`,
    secrets: ['password'],
    act: async ({ hostname, ...values }) => {
      const { data } = await create.mutateAsync({ id, ...values, ...(hostname && { hostname }) })
      void addressesChanged()
      onCreated(data)
    },
  })
  const { errors } = form.formState
  const chosenId = useWatch({ control: form.control, name: 'domainId' })
  const chosen = domains.find((domain) => domain.id === chosenId)
  return (
    <>
      <DialogBody>
        <form id={formId} onSubmit={submit} noValidate className="grid gap-4">
          <Field label="Name" isOptional hint="Left empty, a random one is made." fault={errors.localPart?.message}>
            <Input {...form.register('localPart')} {...plain} placeholder="Random" className="font-mono" />
          </Field>
          <Field label="Domain" fault={errors.domainId?.message}>
            <Select
              {...form.register('domainId')}
              options={domains.map(({ id: value, hostname }) => ({ value, label: `@${hostname}` }))}
            />
          </Field>
          {chosen && isWildcard(chosen.hostname) && (
            <Field label="Host" hint={`A host under ${chosen.hostname.slice(2)}`} fault={errors.hostname?.message}>
              <Input {...form.register('hostname')} {...plain} placeholder={`team-a${chosen.hostname.slice(1)}`} />
            </Field>
          )}
          <Field
            label="Password"
            isOptional
            hint="Visitors of the web inbox need it; members and API keys do not."
            fault={errors.password?.message}
          >
            <Input
              {...form.register('password', { setValueAs: (typed: string) => typed || undefined })}
              type="password"
              autoComplete="new-password"
            />
          </Field>
        </form>
        <InlineError error={error} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" form={formId} isBusy={isBusy}>
          Create address
        </Button>
      </DialogFooter>
    </>
  )
}
