/** Debian's packages of the libraries and programs in apps/server/test/smtp/senders.ts, each with a file that shows that it is there. */
export const packagesOfSenders: Readonly<Record<string, string>> = {
  curl: '/usr/bin/curl',
  'default-jdk-headless': '/usr/bin/java',
  'golang-go': '/usr/bin/go',
  'libemail-sender-perl': '/usr/share/perl5/Email/Sender/Simple.pm',
  'libmail-java': '/usr/share/java/javax.mail.jar',
  'libphp-phpmailer': '/usr/share/php/libphp-phpmailer/autoload.php',
  msmtp: '/usr/bin/msmtp',
  'php-cli': '/usr/bin/php',
  'php-symfony-mailer': '/usr/share/php/Symfony/Component/Mailer/autoload.php',
  'python3-aiosmtplib': '/usr/lib/python3/dist-packages/aiosmtplib/__init__.py',
  'python3-django': '/usr/lib/python3/dist-packages/django/__init__.py',
  ruby: '/usr/bin/ruby',
  'ruby-mail': '/usr/lib/ruby/vendor_ruby/mail.rb',
  swaks: '/usr/bin/swaks',
}
