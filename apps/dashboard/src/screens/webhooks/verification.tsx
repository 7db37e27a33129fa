import { useState } from 'react'
import { CodeBlock } from '../../design/code-block.tsx'
import { Tabs } from '../../design/tabs.tsx'
import { verificationSnippets } from './snippets.ts'

/** How a receiver verifies what it is sent. */
export function Verification() {
  const [language, setLanguage] = useState('TypeScript')
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <p className="max-w-2xl text-muted text-ui">
        Anyone who knows the URL can call it. Inlet signs its calls with the secret of the webhook, following{' '}
        <a
          href="https://www.standardwebhooks.com"
          target="_blank"
          rel="noreferrer"
          className="text-accent underline underline-offset-2"
        >
          Standard Webhooks
        </a>{' '}
        says: refuse whatever does not verify, and whatever is older than five minutes. The libraries do both. Answer
        within 15 seconds; any status from 200 to 299 says that the event was taken.
      </p>
      <Tabs
        label="Languages"
        value={language}
        onChange={setLanguage}
        tabs={verificationSnippets.map(({ name, install, code }) => ({
          value: name,
          name,
          content: (
            <div className="grid grid-cols-1 gap-3">
              <CodeBlock label={`Command that installs the library for ${name}`} code={install} />
              <CodeBlock label={`${name} receiver`} code={code} />
            </div>
          ),
        }))}
      />
    </div>
  )
}
