import { readFile } from 'node:fs/promises'
import { limits } from '@inlet/contract'
import { type PlanCatalogue, type PlanTerms, planCatalogue } from '@inlet/core'
import { type Config, ConfigError } from '@inlet/runtime'
import { z } from 'zod'

const quota = z.int('expected a whole number, or null for no limit').min(0).nullable()

// Strict, since a limit with a typing error in its name would be none.
const plansFile = z
  .array(
    z.strictObject({
      id: z
        .string()
        .max(limits.planIdMaxChars)
        .regex(/^[a-z0-9][a-z0-9_-]*$/, 'expected lower-case letters, digits, - and _'),
      name: z.string().trim().min(1).max(limits.nameMaxChars),
      price: z
        .strictObject({
          amount: z.int().min(1),
          currency: z.string().regex(/^[a-z]{3}$/, 'expected ISO 4217 in lower case, such as eur'),
          interval: z.literal('month'),
        })
        .nullable(),
      limits: z.strictObject({
        domains: quota,
        addresses: quota,
        messagesPerMonth: quota,
        webhooks: quota,
        members: quota,
        retentionDays: z.int().min(1).max(limits.retentionDaysMax).nullable(),
      }),
      stripePriceId: z.string().min(1).nullable().default(null),
    }),
  )
  .min(1)
  .superRefine((plans, { addIssue }) => {
    const ids = plans.map(({ id }) => id)
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
    for (const id of new Set(twice)) addIssue({ code: 'custom', message: `the id ${id} is there more than once` })
  })

/** Reads the plans of this installation. @throws ConfigError with all errors of `PLANS_FILE` at once, or that of `DEFAULT_PLAN` */
export async function readPlans(config: Config): Promise<PlanCatalogue> {
  const { BILLING_PROVIDER: provider, PLANS_FILE: file, DEFAULT_PLAN: defaultId } = config
  const listed = file === undefined ? null : await readFileOf(file)
  const catalogue = planCatalogue({ provider, listed, defaultId })
  if (!catalogue) throw new ConfigError(`DEFAULT_PLAN: there is no plan ${defaultId}.`)
  if (provider === 'stripe') assertSold(catalogue)
  return catalogue
}

/** @throws ConfigError where Stripe cannot sell these plans */
function assertSold({ all, defaultPlan }: PlanCatalogue): void {
  const errors = all
    .filter(({ price, stripePriceId }) => (price === null) !== (stripePriceId === null))
    .map(({ id }) => `  ${id}: a plan that is sold needs both price and stripePriceId, any other plan neither`)
  const priceIds = all.map(({ stripePriceId }) => stripePriceId).filter((id) => id !== null)
  if (new Set(priceIds).size < priceIds.length) errors.push('  two plans have one stripePriceId')
  if (defaultPlan.price !== null) errors.push(`  ${defaultPlan.id}: the plan of new services cannot have a price`)
  if (errors.length > 0) throw new ConfigError(`PLANS_FILE: Stripe cannot sell these plans:\n${errors.join('\n')}`)
}

async function readFileOf(file: string): Promise<PlanTerms[]> {
  const read = plansFile.safeParse(parsed(file, await textOf(file)))
  if (read.success) return read.data
  const errors = read.error.issues.map(
    ({ path, message }) => `  ${[...path.map(String)].join('.') || 'the list'}: ${message}`,
  )
  throw new ConfigError(`PLANS_FILE: ${file} has errors:\n${errors.join('\n')}`)
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw new ConfigError(`PLANS_FILE: ${file} cannot be read (${code}).`)
  }
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ConfigError(`PLANS_FILE: ${file} is not valid JSON.`)
  }
}
