import { type ReactNode, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { CodeBlock } from '../../design/code-block.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx'
import { SecretValue } from '../../design/secret-value.tsx'
import { Tabs } from '../../design/tabs.tsx'
import { useConfig } from '../../session/session-context.tsx'
import { sampleAddress, snippets } from './snippets.ts'

interface ShownKeyProps {
  title: string
  value: string
  /** What else there is to know, such as when the old key ends. */
  note?: ReactNode
  onClose: () => void
}

/** The value of a key: shown once, with commands to try it. */
export function ShownKey({ title, value, note, onClose }: ShownKeyProps) {
  const { publicUrl } = useConfig()
  const all = snippets(publicUrl, value)
  const [language, setLanguage] = useState('curl')
  return (
    <Dialog
      onClose={onClose}
      closesOutside={false}
      size="large"
      title={title}
      description="Copy it now. Only its hash is stored, so it cannot be shown again."
    >
      <DialogBody>
        <SecretValue value={value} of="API key" />
        {note}
        <Tabs
          label="Ways to use it"
          value={language}
          onChange={setLanguage}
          tabs={all.map(({ name, code }) => ({
            value: name,
            name,
            content: <CodeBlock label={`${name} sample`} code={code} />,
          }))}
        />
        <p className="text-muted text-ui">
          Put an address of this service in place of <code className="font-mono text-xs">{sampleAddress}</code>.
        </p>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          I have copied it
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
