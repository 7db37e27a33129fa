/** A library or program that sends mail, used with its defaults. `PORT` and `TO` are in its environment. */
export interface Sender {
  name: string
  /** The program or file that shows that it is installed. */
  shownBy: string
  /** The file that `run` uses, in the folder where it runs. */
  file: string
  source: string
  run: string
}

/** A mail for programs that are given the whole of it. */
const mailOf = (name: string) => `From: shop@acme.example\nTo: code@acme.example\nSubject: ${name}\n\nHello\n`

const php = (source: string) => `<?php\nset_include_path('/usr/share/php');\n${source}`

/** Those that every run has. */
export const everywhere: readonly Sender[] = [
  {
    name: 'nodemailer',
    shownBy: 'node',
    file: 'send.mjs',
    source: `import { createTransport } from '${import.meta.resolve('nodemailer')}'
const transport = createTransport({ host: '127.0.0.1', port: Number(process.env.PORT) })
await transport.sendMail({ from: 'shop@acme.example', to: process.env.TO, subject: 'nodemailer', text: 'Hello' })`,
    run: 'node send.mjs',
  },
  {
    name: 'smtplib of Python',
    shownBy: 'python3',
    file: 'send.py',
    source: `import os, smtplib
with smtplib.SMTP("127.0.0.1", int(os.environ["PORT"])) as server:
    server.sendmail("shop@acme.example", os.environ["TO"], "Subject: smtplib of Python\\n\\nHello")`,
    run: 'python3 send.py',
  },
]

/** Those whose packages are installed when their group runs. */
export const ofOtherLanguages: readonly Sender[] = [
  {
    name: 'net/smtp of Go',
    shownBy: 'go',
    file: 'send.go',
    source: `package main
import ("net/smtp"; "os")
func main() {
	mail := []byte("Subject: net/smtp of Go\\r\\n\\r\\nHello\\r\\n")
	err := smtp.SendMail("127.0.0.1:"+os.Getenv("PORT"), nil, "shop@acme.example", []string{os.Getenv("TO")}, mail)
	if err != nil { panic(err) }
}`,
    run: 'go run send.go',
  },
  {
    name: 'PHPMailer',
    shownBy: '/usr/share/php/libphp-phpmailer/autoload.php',
    file: 'send.php',
    source: php(`require 'libphp-phpmailer/autoload.php';
$mail = new PHPMailer\\PHPMailer\\PHPMailer(true);
$mail->isSMTP();
$mail->Host = '127.0.0.1';
$mail->Port = (int) getenv('PORT');
$mail->setFrom('shop@acme.example');
$mail->addAddress(getenv('TO'));
$mail->Subject = 'PHPMailer';
$mail->Body = 'Hello';
$mail->send();`),
    run: 'php send.php',
  },
  {
    name: 'Symfony Mailer',
    shownBy: '/usr/share/php/Symfony/Component/Mailer/autoload.php',
    file: 'send.php',
    source: php(`require 'Symfony/Component/Mailer/autoload.php';
$transport = Symfony\\Component\\Mailer\\Transport::fromDsn('smtp://127.0.0.1:' . getenv('PORT'));
$mail = (new Symfony\\Component\\Mime\\Email())->from('shop@acme.example')->to(getenv('TO'));
(new Symfony\\Component\\Mailer\\Mailer($transport))->send($mail->subject('Symfony Mailer')->text('Hello'));`),
    run: 'php send.php',
  },
  {
    name: 'aiosmtplib',
    shownBy: '/usr/lib/python3/dist-packages/aiosmtplib/__init__.py',
    file: 'send.py',
    source: `import aiosmtplib, asyncio, os
mail = "Subject: aiosmtplib\\n\\nHello"
server = {"hostname": "127.0.0.1", "port": int(os.environ["PORT"])}
asyncio.run(aiosmtplib.send(mail, sender="shop@acme.example", recipients=[os.environ["TO"]], **server))`,
    run: '/usr/bin/python3 send.py',
  },
  {
    name: 'Django',
    shownBy: '/usr/lib/python3/dist-packages/django/__init__.py',
    file: 'send.py',
    source: `import os
from django.conf import settings
from django.core.mail import send_mail
settings.configure(EMAIL_HOST="127.0.0.1", EMAIL_PORT=int(os.environ["PORT"]))
send_mail("Django", "Hello", "shop@acme.example", [os.environ["TO"]])`,
    run: '/usr/bin/python3 send.py',
  },
  {
    name: 'Net::SMTP of Ruby',
    shownBy: 'ruby',
    file: 'send.rb',
    source: `require 'net/smtp'
Net::SMTP.start('127.0.0.1', ENV['PORT'].to_i) do |server|
  server.send_message("Subject: Net::SMTP of Ruby\\r\\n\\r\\nHello\\r\\n", 'shop@acme.example', ENV['TO'])
end`,
    run: 'ruby send.rb',
  },
  {
    name: 'the mail gem of Rails',
    shownBy: '/usr/lib/ruby/vendor_ruby/mail.rb',
    file: 'send.rb',
    source: `require 'mail'
Mail.defaults { delivery_method :smtp, address: '127.0.0.1', port: ENV['PORT'].to_i }
Mail.deliver do
  from 'shop@acme.example'
  to ENV['TO']
  subject 'the mail gem of Rails'
  body 'Hello'
end`,
    run: 'ruby send.rb',
  },
  {
    name: 'JavaMail',
    shownBy: '/usr/share/java/javax.mail.jar',
    file: 'Send.java',
    source: `import java.util.Properties;
import javax.mail.*;
import javax.mail.internet.*;
class Send {
  public static void main(String[] args) throws Exception {
    Properties server = new Properties();
    server.put("mail.smtp.host", "127.0.0.1");
    server.put("mail.smtp.port", System.getenv("PORT"));
    MimeMessage mail = new MimeMessage(Session.getInstance(server));
    mail.setFrom("shop@acme.example");
    mail.setRecipients(Message.RecipientType.TO, System.getenv("TO"));
    mail.setSubject("JavaMail");
    mail.setText("Hello");
    Transport.send(mail);
  }
}`,
    run: "java -cp '/usr/share/java/*' Send.java",
  },
  {
    name: 'Email::Sender of Perl',
    shownBy: '/usr/share/perl5/Email/Sender/Simple.pm',
    file: 'send.pl',
    source: `use Email::Sender::Simple qw(sendmail);
use Email::Sender::Transport::SMTP;
my $server = Email::Sender::Transport::SMTP->new({ host => '127.0.0.1', port => $ENV{PORT} });
my $mail = "Subject: Email::Sender of Perl\\n\\nHello\\n";
sendmail($mail, { from => 'shop@acme.example', to => $ENV{TO}, transport => $server });`,
    run: '/usr/bin/perl send.pl',
  },
  {
    name: 'curl',
    shownBy: 'curl',
    file: 'mail.eml',
    source: mailOf('curl'),
    run: 'curl -sS smtp://127.0.0.1:$PORT --mail-from shop@acme.example --mail-rcpt "$TO" --upload-file mail.eml',
  },
  {
    name: 'swaks',
    shownBy: 'swaks',
    file: 'mail.eml',
    source: mailOf('swaks'),
    run: 'swaks --server 127.0.0.1 --port $PORT --from shop@acme.example --to "$TO" --data @mail.eml',
  },
  {
    name: 'msmtp',
    shownBy: 'msmtp',
    file: 'mail.eml',
    source: mailOf('msmtp'),
    run: 'msmtp --host=127.0.0.1 --port=$PORT --from=shop@acme.example "$TO" < mail.eml',
  },
]
