import { findOverlinear, growthTimeoutMs } from '@inlet/testkit'
import { expect, test, vi } from 'vitest'
import { readPreview } from '../src/preview/read-preview.ts'
import { isLocalPart, readPath } from '../src/state/page-path.ts'

vi.setConfig({ testTimeout: growthTimeoutMs })

const preview = {
  ...{ kind: 'inlet.branding-preview', name: 'Acme', accentColor: '#4338ca', locale: 'en', logoUrl: null },
  ...{ theme: 'dark', view: 'inbox', host: 'mail.example' },
}

const readers: Record<string, (text: string) => unknown> = {
  isLocalPart,
  readPreview: (text) =>
    ['name', 'accentColor', 'locale', 'logoUrl', 'theme', 'view', 'host'].map((field) =>
      readPreview({ ...preview, [field]: field === 'logoUrl' ? `data:image/${text}` : text }, 'https://inlet.example'),
    ),
  readPath: (text) => [readPath(`/${text}`), readPath(`/a@${text}`), readPath(`/${text}@a.example`)],
}

test.each(Object.entries(readers))('%s takes linear time, whatever the URL or the message', (_, read) => {
  expect(findOverlinear(read, ['/', '@', '%40', '%E0', 'a.'])).toBeNull()
})
