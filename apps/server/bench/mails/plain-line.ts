import { type Draw, pick } from './draws.ts'
import { type ComposedMail, plainPart } from './mail-form.ts'
import { brand, firstName } from './names.ts'
import { listOf, type Writing, wrapped } from './writing.ts'

const writing: Writing = {
  sentences: [
    'Can you {verb} the {thing} before {when}?',
    'I left the {thing} with {person}, who will {verb} it {when}.',
    'Nobody has seen the {thing} since {when}, not even {person}.',
    '{Person} thinks we should {verb} the {thing} again.',
    'Lunch moved to {when}, so let us {verb} the {thing} after that.',
    'The {thing} looks {mood}; shall I {verb} it?',
    'Sorry, I forgot to {verb} the {thing}, will do so {when}.',
  ],
  slots: {
    verb: listOf(
      'read|fix|paint|borrow|move|sketch|translate|carry|rewrite|measure|tidy up|hand over|photograph|count',
    ),
    thing: listOf(
      'agenda|poster|projector|draft|seating plan|ladder|speech|fence|playlist|photo album|bus timetable|tent|logo|recipe|spare key|minutes|trailer|guest list',
    ),
    when: listOf(
      'noon|tonight|Thursday|the weekend|half past four|tomorrow morning|the meeting|next week|the rehearsal|breakfast',
    ),
    person: firstName,
    mood: listOf('odd|fine|unfinished|lovely|crooked|too long|empty|better than mine'),
  },
}

const subjects = listOf(
  'Quick question|Tomorrow|Re: Friday|About yesterday|Small favour|Keys|One more thing|Hello again',
)

/** A line or two in plain text, as people write. */
export function plainLine(draw: Draw): { writing: Writing; compose: (filler: string) => ComposedMail } {
  const { name, host } = brand(draw)
  const [from, to] = [firstName(draw), firstName(draw)]
  const subject = pick(draw, subjects)
  return {
    writing,
    compose: (filler) => ({
      from: `${from} <${from.toLowerCase()}@${host}>`,
      subject,
      fields: [`Organization: ${name}`],
      part: plainPart('text/plain', `Hi ${to},\r\n\r\n${wrapped(filler)}\r\n${from}\r\n`),
    }),
  }
}
