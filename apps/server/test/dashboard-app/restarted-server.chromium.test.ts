import { pageTest } from '@inlet/testkit/chromium'
import { expect } from 'vitest'
import { openAs, startDashboardWorld } from '../support/dashboard-app.ts'
import { rowOf, sharedBrowser } from '../support/inbox-page.ts'
import { plainMail } from '../support/world.ts'

const openTab = sharedBrowser()

pageTest(
  'a server that is restarted under an open page is missed and found again: what is typed stays, and mail appears as before',
  async () => {
    await using before = await startDashboardWorld()
    await using visitor = await openTab()
    const { page } = visitor
    const { fullAddress } = await before.address('restart')
    await before.send(plainMail({ subject: 'Before the restart' }), fullAddress)
    await openAs(visitor, await before.someone('owner'), `${before.serviceUrl}/inbox/${fullAddress}`)
    await rowOf(visitor, 'Before the restart').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    const form = await visitor.context.newPage()
    await form.goto(`${before.serviceUrl}/api-keys?dialog=create`)
    await form.getByRole('textbox', { name: 'Name' }).fill('Nightly build')

    await before.stop()
    await page.getByText('The server is not responding').waitFor()
    await form.getByRole('button', { name: 'Create key' }).click()
    await form.getByRole('dialog').getByRole('alert').waitFor()
    const port = new URL(before.origin).port
    await using after = await startDashboardWorld(before.databaseUri, { settings: { HTTP_PORT: port } })

    await page.getByText('The server is not responding').waitFor({ state: 'detached' })
    await page.getByText('Live', { exact: true }).waitFor()
    await after.send(plainMail({ subject: 'After the restart' }), fullAddress)
    await rowOf(visitor, 'After the restart').waitFor()
    expect(await form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Nightly build')
    await form.getByRole('button', { name: 'Create key' }).click()
    await form.getByRole('dialog', { name: 'API key created' }).waitFor()
  },
)
