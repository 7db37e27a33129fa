import { createServiceInput } from '@inlet/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTRPC } from '../../api/api-context.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Field } from '../../design/field.tsx'
import { InlineError } from '../../design/inline-error.tsx'
import { Input } from '../../design/input.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'

const schema = createServiceInput.pick({ name: true })

/** Makes a service, of which the user becomes the owner, and goes there. */
export function CreateServiceForm({ isFirst }: { isFirst: boolean }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const create = useMutation(trpc.dashboard.createService.mutationOptions())
  const { form, submit, error, isBusy } = useContractForm({
    schema,
    defaults: { name: '' },
    draft: 'service',
    onSubmit: async (values) => {
      const { data } = await create.mutateAsync(values)
      await queryClient.invalidateQueries({ queryKey: trpc.dashboard.readMe.queryKey() })
      await navigate({ to: '/services/$serviceId', params: { serviceId: data.id } })
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <Card
        title={isFirst ? 'Create your first service' : 'New service'}
        description="You become its owner and can invite others."
        footer={
          <Button variant="primary" type="submit" isBusy={isBusy}>
            Create service
          </Button>
        }
      >
        <div className="grid gap-4">
          <Field label="Name" hint="Visitors of the web inbox see it." error={form.formState.errors.name?.message}>
            <Input {...form.register('name')} autoComplete="off" />
          </Field>
          <InlineError error={error} />
        </div>
      </Card>
    </form>
  )
}
