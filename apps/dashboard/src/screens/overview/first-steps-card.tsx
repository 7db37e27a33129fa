import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { classes } from '../../design/classes.ts'
import { ErrorState } from '../../design/error-state.tsx'
import { useService } from '../../shell/service-context.tsx'
import { CodeChip } from '../inbox/code-chip.tsx'
import { AddressStep, DomainStep, KeyStep, MailStep } from './first-step-parts.tsx'
import { type Step, steps } from './first-steps.ts'
import { firstStepsMemory, rememberFirstSteps } from './first-steps-memory.ts'
import { type FirstStepsFound, useFirstSteps } from './use-first-steps.ts'

/** What a new service needs until it receives codes. It goes when all is done, or when it is put away. */
export function FirstSteps() {
  const { id } = useService()
  const [isHidden, setHidden] = useState(() => firstStepsMemory(id) === 'hidden')
  if (isHidden) return null
  const hide = () => {
    rememberFirstSteps(id, 'hidden')
    setHidden(true)
  }
  return <FirstStepsCard onHide={hide} />
}

function FirstStepsCard({ onHide }: { onHide: () => void }) {
  const { id } = useService()
  const { found, failed } = useFirstSteps()
  const doneCount = found ? steps.filter((step) => found.done[step]).length : 0
  const isComplete = doneCount === steps.length
  useEffect(() => {
    if (found?.isSettled && !isComplete) rememberFirstSteps(id, 'shown')
  }, [id, found, isComplete])

  if (!found && failed) {
    return (
      <Card title="First steps">
        <ErrorState
          title="The first steps could not be loaded"
          error={failed.error}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      </Card>
    )
  }
  // A service that was complete when it was first seen here has no need of them.
  if (!found || ((isComplete || !found.isSettled) && firstStepsMemory(id) === null)) return null
  return (
    <Card
      title={isComplete ? 'Everything works' : 'First steps'}
      description={
        isComplete
          ? 'Mail arrives, its code is found, and your program can read it.'
          : 'From a domain to a received code. Each step is checked off automatically.'
      }
      action={
        <span className="flex items-center gap-3">
          <span role="status" className="text-muted text-ui tabular-nums">
            {doneCount} of {steps.length} done
          </span>
          <Button size="small" variant={isComplete ? 'primary' : 'secondary'} onClick={onHide}>
            {isComplete ? 'Done' : 'Hide'}
          </Button>
        </span>
      }
    >
      <ol className="grid grid-cols-1">
        {steps.map((step, index) => (
          <StepItem
            key={step}
            number={index + 1}
            title={titles[step]}
            isDone={found.done[step]}
            isNext={step === steps.find((each) => !found.done[each])}
            result={<Result step={step} found={found} />}
          >
            <Todo step={step} found={found} />
          </StepItem>
        ))}
      </ol>
    </Card>
  )
}

const titles: Record<Step, string> = {
  domain: 'A domain that receives mail',
  address: 'An address',
  mail: 'The first mail',
  code: 'A code received',
  key: 'An API key for your program',
}

interface StepItemProps {
  number: number
  title: string
  isDone: boolean
  /** Whether it is the first that is not done: only this one says what to do. */
  isNext: boolean
  result: ReactNode
  children: ReactNode
}

function StepItem({ number, title, isDone, isNext, result, children }: StepItemProps) {
  return (
    <li aria-current={isNext ? 'step' : undefined} className="flex gap-3 border-line border-t py-3 first:border-t-0">
      {isDone ? (
        <CircleCheck aria-label="Done" role="img" className="mt-px size-5 shrink-0 text-good" />
      ) : (
        <span
          aria-hidden
          className={classes(
            'grid size-5 shrink-0 place-items-center rounded-full border font-medium text-xs tabular-nums',
            isNext ? 'border-accent bg-accent-soft text-accent' : 'border-line-strong text-faint',
          )}
        >
          {number}
        </span>
      )}
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h3
            className={classes('text-ui', isNext ? 'font-semibold' : 'font-medium', !isDone && !isNext && 'text-muted')}
          >
            {title}
          </h3>
          {isDone && result}
        </div>
        {isNext && children}
      </div>
    </li>
  )
}

/** What came of a step that is done. */
function Result({ step, found: { code, address } }: { step: Step; found: FirstStepsFound }) {
  const { id: serviceId } = useService()
  if (step === 'address' && address) {
    return (
      <Link
        to="/services/$serviceId/inbox/$address"
        params={{ serviceId, address: address.fullAddress }}
        className="min-w-0 truncate text-muted text-ui underline-offset-2 hover:text-ink hover:underline"
      >
        <bdi dir="ltr">{address.fullAddress}</bdi>
      </Link>
    )
  }
  if (step === 'code' && code !== null) {
    return <CodeChip code={code} />
  }
  return null
}

/** What to do about a step. */
function Todo({ step, found: { address, domains } }: { step: Step; found: FirstStepsFound }) {
  switch (step) {
    case 'domain':
      return <DomainStep domains={domains} />
    case 'address':
      return <AddressStep domains={domains} />
    case 'mail':
    case 'code':
      return address ? <MailStep address={address.fullAddress} isSecond={step === 'code'} /> : null
    case 'key':
      return <KeyStep />
  }
}
