import type { ThrowAwayProcess, ThrowAwaySet } from '@inlet/mongo'

interface FaultCommand {
  about: string
  /** @returns what the terminal shows, if anything */
  run(set: ThrowAwaySet): Promise<string | null>
}

/** What can be done to the set from the terminal. */
export const commands: Record<string, FaultCommand> = {
  stepdown: {
    about: 'the primary hands over to another member',
    run: async (set) => {
      await set.stepDown()
      return null
    },
  },
  kill: {
    about: 'the primary is killed, as in a crash',
    run: async (set) => {
      const primary = primaryOf(set)
      await primary.kill()
      return `killed ${nameOf(set, primary)}`
    },
  },
  freeze: {
    about: 'the primary stands still, as a machine that hangs',
    run: async (set) => {
      const primary = primaryOf(set)
      primary.freeze()
      return `froze ${nameOf(set, primary)}`
    },
  },
  minority: {
    about: 'all but the primary stand still: there is no majority',
    run: async (set) => {
      const primary = primaryOf(set)
      const others = set.members.filter((member) => member !== primary)
      for (const member of others) member.freeze()
      return `froze ${others.map((member) => nameOf(set, member)).join(' and ')}`
    },
  },
  back: {
    about: 'whatever was killed or frozen comes back',
    run: async (set) => {
      await set.heal()
      return statusOf(set)
    },
  },
  status: {
    about: 'who is what',
    run: async (set) => statusOf(set),
  },
}

/** A member as the terminal names it. */
export const nameOf = (set: Pick<ThrowAwaySet, 'members'>, member: ThrowAwayProcess) =>
  `member ${set.members.indexOf(member) + 1} (127.0.0.1:${member.port})`

/** The commands, a line each. */
export const commandList = () =>
  Object.entries(commands)
    .map(([word, { about }]) => `   ${word.padEnd(9)} ${about}`)
    .join('\n')

function primaryOf(set: ThrowAwaySet): ThrowAwayProcess {
  if (!set.primary) throw new Error('There is no primary now: wait for one, or say "back".')
  return set.primary
}

function statusOf(set: ThrowAwaySet): string {
  const { primary } = set
  return [
    'the members:',
    ...set.members.map(
      (member) =>
        `   ${nameOf(set, member)}, process ${member.pid}: ${member === primary ? 'primary' : member.state()}`,
    ),
  ].join('\n')
}
