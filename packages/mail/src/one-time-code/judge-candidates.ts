import type { Candidate } from './candidate.ts'
import { type Evidence, formEvidence, lookEvidence, mailEvidence } from './evidence.ts'
import type { MailView } from './mail-view.ts'
import { ownLabel } from './reach.ts'
import { firstFrom, type Scene, speaksForCode } from './scene.ts'
import { isShownOff } from './shown-off.ts'
import { type Sighting, type Succession, successionOf } from './stale-codes.ts'
import { type Support, supportOf } from './support.ts'

const nearReach = 44

/** How well a candidate is supported; `reason` names the kinds of evidence, never the code. */
export interface Verdict {
  candidate: Candidate
  score: number
  reason: string
}

/** Judges every candidate of a view; of those with one code the best stands for all. */
export function judgeCandidates(scene: Scene): Map<string, Verdict> {
  const verdicts = new Map<string, Verdict>()
  const { tone, candidates } = scene
  const isBoundAny = candidates.some(({ isBound }) => isBound)
  if (!tone.hasSpeaking && tone.signs === 0 && !tone.has('enter') && !isBoundAny) return verdicts

  const { sightings: all, voided } = sightingsOf(scene)
  for (const [code, sightings] of Map.groupBy(all, ({ candidate }) => candidate.code)) {
    const denial = deniedBy(scene, sightings)
    for (const sighting of sightings) {
      const verdict = judge(scene, sighting, {
        isRepeated: sightings.length > 1,
        isOnly: sightings.length === candidates.length,
        denial: voided.has(sighting.candidate) ? [...denial, ['stale', -60]] : denial,
      })
      if (verdict && verdict.score > (verdicts.get(code)?.score ?? Number.NEGATIVE_INFINITY))
        verdicts.set(code, verdict)
    }
  }
  return verdicts
}

const succeeding = { points: 46, ground: 'successor', reach: 50 } as const

/** All places where a code may stand; one that takes the place of another is named by that. */
function sightingsOf(scene: Scene): { sightings: Sighting[]; voided: Succession['voided'] } {
  const plain = scene.candidates.map((candidate) => ({ candidate, support: supportOf(scene, candidate) }))
  const { voided, successors } = successionOf(scene, plain)
  const sightings = plain.map(({ candidate, support }) => {
    const isNamedSo = successors.has(candidate) && support.points < succeeding.points
    return { candidate, support: isNamedSo ? { ...support, ...succeeding } : support }
  })
  return { sightings, voided }
}

/** What is an order number in one place is none in another. */
function deniedBy(scene: Scene, sightings: Sighting[]): Evidence[] {
  const denial: Evidence[] = []
  if (sightings.some((sighting) => isTitledElse(scene.view, sighting))) denial.push(['titled-else', -20])
  if (sightings.some((sighting) => isTicket(scene, sighting))) denial.push(['ticket', -30])
  if (sightings.some((sighting) => isRowOfElse(scene, sighting))) denial.push(['row-else', -15])
  if (sightings.some(({ support }) => support.objection >= 60 && support.points < 0)) denial.push(['denied', -30])
  if (sightings.some(({ candidate }) => candidate.endsInHash)) denial.push(['dialled', -40])
  if (sightings.some(({ candidate }) => candidate.hasHash && !candidate.isBound)) denial.push(['hash', -15])
  return denial
}

/** A number behind a word of the subject that does not speak for a code: `Fault 50318`. */
function isTitledElse({ plain, subjectEnd }: MailView, { candidate: { start }, support }: Sighting): boolean {
  return start < subjectEnd && support.points <= 0 && /\p{L}/u.test(plain.slice(0, start))
}

/** `[Case 407318] Re: …`: in brackets at the beginning of the subject, and not as a code. */
function isTicket({ findings: { labels }, view }: Scene, { candidate: { start, end } }: Sighting): boolean {
  if (end > view.subjectEnd || !/^[^[\]]{0,8}\[[^[\]\p{L}#]*[\p{L}#][^[\]]*$/u.test(view.plain.slice(0, start)))
    return false
  return view.plain[end] === ']' && !labels.slice(0, firstFrom(labels, start)).some(speaksForCode)
}

/** A number in a row of a table whose head does not speak for a code. */
function isRowOfElse(scene: Scene, { candidate }: Sighting): boolean {
  const own = ownLabel(scene.view, candidate)
  if (own === null) return false
  const { labels } = scene.findings
  const inside = labels.slice(firstFrom(labels, own.start), firstFrom(labels, own.end))
  if (inside.some(({ kind }) => kind === 'strong' || kind === 'ambiguous')) return false
  const last = labels[firstFrom(labels, own.end) - 1]
  return last === undefined || last.end <= own.start || !speaksForCode(last)
}

interface Circumstances {
  isRepeated: boolean
  /** The mail shows no other candidate. */
  isOnly: boolean
  denial: Evidence[]
}

function judge(
  scene: Scene,
  { candidate, support: named }: Sighting,
  { isRepeated, isOnly, denial }: Circumstances,
): Verdict | null {
  const support = named.points > 0 ? named : isShownOff(scene, candidate, { support: named, isOnly })
  if (!support || !isFormAllowed(scene, candidate, support)) return null
  const evidence = [
    ...lookEvidence(scene, candidate),
    ...formEvidence(candidate, support),
    ...mailEvidence(scene, candidate, support),
    ...denial,
  ]
  if (isRepeated) evidence.push(['repeated', support.isStrong ? 6 : 4])
  const score = support.points + evidence.reduce((sum, [, points]) => sum + points, 0)
  const reason = [support.ground, candidate.form, ...evidence.map(([name]) => name)]
    .filter((name) => name !== '')
    .join('+')
  return { candidate, score: Math.round(score), reason }
}

/** Capitals may be any word, and uneven groups any number: these want a label that is plain and near. */
function isFormAllowed({ tone }: Scene, candidate: Candidate, { isDirect, isStrong, ground, reach }: Support): boolean {
  const { form, isAlone, code, start, end } = candidate
  if (form === 'loose') return isDirect && isAlone
  if (form !== 'letters') return true
  if (isAlone && reach >= nearReach && end - start > code.length) return isStrong || tone.has('intent')
  return isDirect && isStrong && (isAlone || ground === 'strong-before')
}
