import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { simpleParser } from 'mailparser'
import { expect, test } from 'vitest'
import { Clones } from './clones.ts'
import type { TemplateMail } from './people-lists.ts'
import { renderTemplate } from './render-template.ts'
import { renderTemplates } from './render-templates.ts'

const repository = 'planted/project'

interface Planted extends AsyncDisposable {
  folder: string
  commit: string
}

/** A folder of clones with one of them, of which `files` are the files. */
async function plantedClone(files: Record<string, string>): Promise<Planted> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-clones-'))
  const clone = join(folder, 'planted+project')
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(clone, path)), { recursive: true })
    await writeFile(join(clone, path), text)
  }
  const git = (...args: string[]) => execFileSync('git', ['-C', clone, ...args], { encoding: 'utf8', stdio: 'pipe' })
  git('init')
  git('add', '.')
  git('-c', 'user.name=Planter', '-c', 'user.email=planter@inlet.example', 'commit', '-m', 'planted')
  const commit = git('rev-parse', 'HEAD').trim()
  return { folder, commit, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

type Parts = Pick<TemplateMail, 'subject'> & Partial<TemplateMail>

async function rendered(files: Record<string, string>, parts: Parts) {
  await using planted = await plantedClone(files)
  const clones = new Clones(planted.folder)
  const mail = { id: 'planted', repository, language: 'en', values: {}, code: null, ...parts }
  const raw = await renderTemplate(mail, (path) => clones.readFile(repository, planted.commit, path))
  const { subject, text, html } = await simpleParser(raw, { skipHtmlToText: true, skipTextToHtml: true })
  return { subject, text, html }
}

test.each([
  ['en.json', 'mail.code', '{"mail": {"code": "Your code: {code}"}}'],
  ['whole.json', 'mail.code', '{"mail.code": "Your code: {code}"}'],
  ['text.json', 'Your …', '{"Your code: %s": "Your code: {code}"}'],
  ['en.yml', 'en.mail.code', 'en:\n  mail:\n    code: "Your code: {code}"\n'],
  ['en.yaml', 'mail.code', 'mail:\n  code: >-\n    Your code:\n    {code}\n'],
  ['en.properties', 'mail.code', 'mail.code=Old\nmail.code=Your c\\u006fde: {code}\n'],
  ['en.po', 'Code: …', 'msgid "Code: %s"\nmsgstr ""\n"Your code: "\n"{code}"\n'],
  ['en.php', 'mail.code', "<?php return ['mail' => ['code' => 'Your code: {code}']];"],
  ['lang.php', 'Your …', "<?php return ['Your code: %s' => 'Your code: {code}'];"],
  ['define.php', 'MAIL_CODE', "<?php define('MAIL_CODE', 'Your code: {code}');"],
  ['en.ini', 'MAIL_CODE', 'MAIL_CODE="Your code: {code}"\n'],
  ['mail.ts', 'subject', "send({ subject: 'Your code: {code}' })\n"],
  ['mail.js', 'mail.subject', 'const mail = { subject: "Your code: {code}" }\n'],
  ['mail.py', 'subject', 'subject = f"Your code: {code}"\n'],
  ['Mail.java', 'setSubject', 'mail.setSubject("Your code: {code}");\n'],
  ['Mail.kt', 'subject', 'val subject = "Your code: {code}"\n'],
])('a string of %s is found under %s', async (path, key, file) => {
  const mail = await rendered({ [path]: file }, { path, subject: { key }, text: ['-'], values: { '{code}': '482913' } })

  expect(mail.subject).toBe('Your code: 482913')
})

test.each([
  ['mail.twig', '{# head #}<p>{% if code %}{{ code }}{% endif %}</p>'],
  ['mail.php', '<?php head(); ?><p>{{ code }}<?php foot(); ?></p>'],
  ['mail.blade.php', '<x-mail::layout><p>{{ code }}{!! $rest !!}</p></x-mail::layout>'],
])('what is left of the instructions of %s is not in the mail', async (path, file) => {
  const mail = await rendered({ [path]: file }, { path, subject: '', html: [{}], values: { '{{ code }}': '482913' } })

  expect(mail.html).toBe('<p>482913</p>\n')
})

test('MJML becomes HTML', async () => {
  const mjml = '<mjml><mj-text>482913</mj-text><mj-button href="https://a.example">Go</mj-button></mjml>'
  const mail = await rendered({ 'mail.mjml': mjml }, { path: 'mail.mjml', subject: '', html: [{}] })

  expect(mail.html).toBe('<div><div>482913</div><a href="https://a.example">Go</a></div>\n')
})

test("Laravel's Markdown becomes HTML", async () => {
  const blade = "@component('mail::message', ['url' => url('/')])\n# Code\n\n\n\n  482913\n@endcomponent\n"
  const mail = await rendered({ 'mail.blade.php': blade }, { path: 'mail.blade.php', subject: '', html: [{}] })

  expect(mail.html).toBe('<h1>Code</h1>\n<p>482913</p>\n\n')
})

test('strings, lines of files and written texts are joined, and placeholders are filled by strings too', async () => {
  const files = {
    'en.json': '{"hello": "Hello :name,", "Your code": "Your code is :code.", "bye": "Bye"}',
    'mail.php': "<div>\n<b>{{ __('Your code', [1]) }}</b>\n</div>\n",
  }
  const values = { ':name': 'Ada', ':code': '482913', "{{ __('…'…}}": {} }
  const parts: TemplateMail['text'] = [{ key: 'hello' }, { key: 'bye' }, ' now']

  const mail = await rendered(files, {
    path: 'en.json',
    subject: { key: 'hello' },
    text: parts,
    html: [{ key: 'hello' }, { path: 'mail.php', lines: [2, 2] }, ...parts],
    values,
  })

  expect(mail.text).toBe('Hello Ada,\n\nBye now\n')
  expect(mail.html).toBe('<p>Hello Ada,</p>\n<b>Your code is 482913.</b>\n<p>Hello Ada,</p>\nBye now\n')
})

test.each([
  [{ path: 'en.json', key: 'code' }, /^en\.json has no code$/],
  [{ path: 'de.json', key: 'code' }, /^planted\/project has no [0-9a-f]{40}:de\.json$/],
])('a string that is missing is named (%j)', async (subject, message) => {
  await expect(rendered({ 'en.json': '{}' }, { subject })).rejects.toThrow(message)
})

test('clones that are missing are named', async () => {
  const { mails, errors } = await renderTemplates('/nowhere')

  expect(mails).toEqual([])
  expect(errors).toContain('hcengineering/platform: no clone (5 mails)')
})
