import { changeServiceInput, isWildcard, locales, type Service, themes } from '@inlet/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { useTRPC } from '../../api/api-context.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Field } from '../../design/field.tsx'
import { InlineError } from '../../design/inline-error.tsx'
import { Input } from '../../design/input.tsx'
import { Select } from '../../design/select.tsx'
import { toast } from '../../design/toast.ts'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { basePath } from '../../session/base-path.ts'
import { useRefusal } from '../../shell/service-context.tsx'
import { AccentField } from './accent-field.tsx'
import { changedNames, changesOf, shownOf, valuesOf } from './branding-values.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { LogoField } from './logo-field.tsx'
import { PreviewPart } from './preview-part.tsx'
import { useServiceChanged } from './use-service-changed.ts'
import { useUnsavedGuard } from './use-unsaved-guard.ts'

const schema = changeServiceInput.pick({ name: true, accentColor: true, theme: true, locale: true, logo: true })

const themeNames = { auto: 'Same as the visitor’s device', light: 'Light', dark: 'Dark' }
const themeOptions = themes.map((value) => ({ value, label: themeNames[value] }))
const nameOf = (locale: string, shownIn: string) => new Intl.DisplayNames([shownIn], { type: 'language' }).of(locale)
const localeOptions = locales.map((value) => ({
  value,
  label: value === 'en' ? 'English' : `${nameOf(value, value)} (${nameOf(value, 'en')})`,
}))

/** Where a logo of the service is, seen from this page. */
const logoAt = (path: string) => new URL(`..${path}`, new URL(basePath(), window.location.origin)).href

/** How visitors see the web inbox of the service. */
export function BrandingForm({ service }: { service: Service }) {
  const refusal = useRefusal('admin')
  const { base, form, submit, error, isBusy, changes, reset } = useBrandingForm(service)
  const { control, formState } = form
  const { errors } = formState
  const changed = changedNames(changes)
  const guard = useUnsavedGuard(changed !== '')
  const typed = useWatch({ control })
  const savedLogoUrl = base.logoUrl === null ? null : logoAt(base.logoUrl)
  const host = usePreviewHost(service)
  const shown = {
    ...shownOf(typed, base),
    host,
    logoUrl: typed.logo === undefined ? savedLogoUrl : typed.logo,
  }
  /** A new file field for each reset: only the user can empty one. */
  const [round, setRound] = useState(0)
  const resetAll = () => {
    reset()
    setRound(round + 1)
  }
  return (
    <form onSubmit={submit} noValidate aria-label="Branding">
      <Card
        title="Branding"
        description="How the web inbox looks on the domains of this service."
        footer={
          <>
            <p role="status" className="mr-auto text-muted text-ui">
              {changed !== '' && `Unsaved: ${changed}`}
            </p>
            <Button refusal={refusal ?? (changed === '' ? 'There are no changes' : null)} onClick={resetAll}>
              Reset
            </Button>
            <Button
              variant="primary"
              type="submit"
              isBusy={isBusy}
              refusal={refusal ?? (changed === '' ? 'There are no changes' : null)}
            >
              Save branding
            </Button>
          </>
        }
      >
        <div className="grid gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,21rem)_minmax(0,1fr)]">
          <fieldset disabled={refusal !== null} className="grid max-w-xl content-start gap-5">
            <Field label="Name" hint="Shown at the top of the page and in its tab." error={errors.name?.message}>
              <Input {...form.register('name')} dir="auto" autoComplete="off" />
            </Field>
            <Controller
              control={control}
              name="logo"
              render={({ field: { value, onChange } }) => (
                <LogoField
                  key={round}
                  shownUrl={value === undefined ? savedLogoUrl : value}
                  onChange={(next) => {
                    form.clearErrors('logo')
                    // To take a new one away again is no change where there was none.
                    onChange(next === null && savedLogoUrl === null ? undefined : next)
                  }}
                  error={errors.logo?.message}
                />
              )}
            />
            <Controller
              control={control}
              name="accentColor"
              render={({ field: { value = '', onChange, onBlur } }) => (
                <AccentField value={value} onChange={onChange} onBlur={onBlur} error={errors.accentColor?.message} />
              )}
            />
            <Field
              label="Colours"
              hint="What a visitor sees first. Visitors can change it for themselves."
              error={errors.theme?.message}
            >
              <Select {...form.register('theme')} options={themeOptions} />
            </Field>
            <Field label="Language" hint="For visitors whose language is not available." error={errors.locale?.message}>
              <Select {...form.register('locale')} options={localeOptions} />
            </Field>
            <InlineError error={error} />
          </fieldset>
          <PreviewPart {...shown} />
        </div>
      </Card>
      {guard.status === 'blocked' && <LeaveDialog changed={changed} onStay={guard.reset} onLeave={guard.proceed} />}
    </form>
  )
}

/** The form against the service that it was filled with, so that only what was changed here is sent. */
function useBrandingForm(service: Service) {
  const { id } = service
  const trpc = useTRPC()
  const serviceChanged = useServiceChanged()
  const [base, setBase] = useState(service)
  const change = useMutation(trpc.dashboard.changeService.mutationOptions())
  const contractForm = useContractForm({
    schema,
    defaults: valuesOf(service),
    draft: `branding.${id}`,
    onSubmit: async (values) => {
      const { data } = await change.mutateAsync({ id, ...changesOf(values, base) })
      setBase(data)
      reset(valuesOf(data))
      void serviceChanged(data)
      void toast('success', 'Branding saved')
    },
  })
  const { control, reset } = contractForm.form
  const changes = changesOf(useWatch({ control }), base)
  const hasChanges = useRef(false)
  hasChanges.current = changedNames(changes) !== ''
  useEffect(() => {
    // Another person has changed the service: the form follows as long as nothing is typed in it.
    if (hasChanges.current) return
    setBase(service)
    reset(valuesOf(service))
  }, [service, reset])
  return { ...contractForm, base, changes, reset: () => reset(valuesOf(base)) }
}

/** The host that the preview shows: a domain of the service with an open web inbox, or an invented one. */
function usePreviewHost({ id }: Service): string {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.dashboard.listDomains.queryOptions({ id, limit: 10 }))
  const found = data?.data.find(({ publicInbox, hostname }) => publicInbox && !isWildcard(hostname))
  return found?.hostname ?? 'mail.example.com'
}
