import { Dialog, DialogBody } from '../design/dialog.tsx'
import { Kbd } from '../design/kbd.tsx'
import { useAllCommands } from './commands.tsx'

/** The keys of all commands of the moment. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const withKeys = useAllCommands()().flatMap(({ name, keys }) => (keys === undefined ? [] : [{ name, keys }]))
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts" size="small">
      <DialogBody>
        <dl className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-2 text-ui">
          {[{ name: 'Find a command', keys: 'Ctrl K' }, ...withKeys].map(({ name, keys }) => (
            <div key={name} className="contents">
              <dt>{name}</dt>
              <dd className="flex justify-end gap-1">
                {keys.split(' ').map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </DialogBody>
    </Dialog>
  )
}
