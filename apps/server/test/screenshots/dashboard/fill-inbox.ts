import { rawMail } from '@inlet/testkit'
import type { DashboardWorld } from '../../support/dashboard-app.ts'
import { longMail, usualMails } from '../inbox-page/mails.ts'

/** A mail that is made of what a page must not take for anything but text. */
const hostileMail = [
  'From: =?utf-8?B?4oCuPGI+Z3JlYXQgZGVhbDwvYj7igKw=?= <x@elsewhere.example>',
  'Subject: <img src=x onerror="alert(1)"> =?utf-8?B?4oCu2LnYsdi2INiu2KfYtQ==?= </script><h1>Your code is 771204',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Your code is <b>771204</b></p><script>alert(1)</script><img src="https://track.elsewhere.example/a.gif">',
].join('\r\n')

/** Sends mail to two inboxes of the service, and makes one without any. */
export async function fillInbox(world: DashboardWorld): Promise<void> {
  const { hostname } = world.tenant.domain
  for (const localPart of ['hard-cases', 'nothing-yet', 'signups']) await world.address(localPart)
  for (const mail of [rawMail('empty'), hostileMail, longMail]) await world.send(mail, `hard-cases@${hostname}`)
  for (const mail of usualMails) await world.send(mail, `signups@${hostname}`)
}
