/** The parts of a verification mail as a shop would send it: plain text and HTML with the same code. */
export function verificationMail(code: string): { subject: string; text: string; html: string } {
  return {
    subject: 'Confirm your e-mail address',
    text: `Hello,

your Acme verification code is ${code}

It is valid for 10 minutes. If you did not ask for it, ignore this mail; never give the code to anybody.

Acme, 12 Harbour Street, Rotterdam
`,
    html: `<!doctype html>
<html lang="en">
  <body style="margin:0;background:#f4f5f7;font-family:Helvetica,Arial,sans-serif;color:#1f2933">
    <div style="display:none;max-height:0;overflow:hidden">Here is the code you asked for.</div>
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px">
      <table role="presentation" width="480" cellpadding="0" cellspacing="0" style="background:#fff;border-radius:8px"><tr><td style="padding:32px">
        <h1 style="font-size:20px;margin:0 0 16px">Confirm your e-mail address</h1>
        <p style="margin:0 0 16px">Your Acme verification code is:</p>
        <p style="font-size:32px;letter-spacing:6px;font-weight:bold;margin:0 0 16px">${code}</p>
        <p style="margin:0 0 16px">It is valid for 10 minutes. If you did not ask for it, ignore this mail; never give the code to anybody.</p>
        <p style="font-size:12px;color:#7b8794;margin:0">Acme, 12 Harbour Street, Rotterdam</p>
      </td></tr></table>
    </td></tr></table>
  </body>
</html>
`,
  }
}
