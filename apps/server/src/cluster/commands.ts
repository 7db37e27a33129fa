import type { ThrowAwayProcess, ThrowAwaySet } from '@inlet/mongo'

interface ErrorCommand {
  about: string
  /** @returns the text to show, if any */
  run(set: ThrowAwaySet): Promise<string | null>
}

/** The commands that the terminal takes while the cluster runs. */
export const commands: Record<string, ErrorCommand> = {
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
    about: 'the primary stops answering, as on a machine that hangs',
    run: async (set) => {
      const primary = primaryOf(set)
      primary.freeze()
      return `froze ${nameOf(set, primary)}`
    },
  },
  minority: {
    about: 'all members but the primary stop answering: there is no majority',
    run: async (set) => {
      const primary = primaryOf(set)
      const others = set.members.filter((member) => member !== primary)
      for (const member of others) member.freeze()
      return `froze ${others.map((member) => nameOf(set, member)).join(' and ')}`
    },
  },
  back: {
    about: 'members that were killed or frozen come back',
    run: async (set) => {
      await set.heal()
      return statusOf(set)
    },
  },
  status: {
    about: 'the state of each member',
    run: async (set) => statusOf(set),
  },
}

/** The name of a member in the terminal. */
export const nameOf = (set: Pick<ThrowAwaySet, 'members'>, member: ThrowAwayProcess) =>
  `member ${set.members.indexOf(member) + 1} (127.0.0.1:${member.port})`

/** The commands, one a line. */
export const commandList = () =>
  Object.entries(commands)
    .map(([word, { about }]) => `   ${word.padEnd(9)} ${about}`)
    .join('\n')

function primaryOf(set: ThrowAwaySet): ThrowAwayProcess {
  if (!set.primary) throw new Error('There is no primary now: wait for one, or type "back".')
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
