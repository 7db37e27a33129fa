import { expect, test } from '@inlet/playwright'
import { createTransport } from 'nodemailer'

// What a customer writes. Run by playwright.test.ts.

async function sendMail(to: string, subject: string, text: string): Promise<void> {
  const { smtpPort } = test.info().config.metadata
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true })
  await transport.sendMail({ from: 'hello@shop.example', to, subject, text })
  transport.close()
}

test('a user signs up with the code of the mail', async ({ page, inbox }) => {
  await page.exposeFunction('requestCode', (address: string) =>
    sendMail(address, 'Your code', 'Your verification code is 482913.'),
  )
  await page.setContent(`
    <label>E-mail <input type="email"></label>
    <button onclick="requestCode(document.querySelector('input').value)">Send code</button>
    <label>Code <input oninput="document.querySelector('p').textContent = 'Welcome, ' + value"></label>
    <p></p>`)

  await page.getByLabel('E-mail').fill(inbox.address)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code').fill(await inbox.waitForCode())

  await expect(page.getByText('Welcome, 482913')).toBeVisible()
})

test('a mail that does not come', async ({ inbox }) => {
  await sendMail(inbox.address, 'Welcome', 'Good morning.')

  await inbox.waitForCode({ from: 'acme.com', timeoutMs: 100 })
})
