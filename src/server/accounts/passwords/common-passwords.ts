/** Common passwords: a list of well-known ones, their numbered variants, and simple patterns. */

// our own list, lower-cased; not copied from anyone
const LISTED = new Set(
  `
  password passwort passw0rd p@ssword p@ssw0rd p@55w0rd pa55word pa55w0rd passwd pass passme passpass mypassword
  mypass newpassword newpass oldpassword secret secret1 topsecret secure security access access14 admin admin1
  administrator adminadmin root rootroot toor user username guest default changeme changeit letmein letmeinnow
  login logmein enter entry open opensesame sesame master mastermaster welcome welcome1 hello hellohello hello123
  test testing tester test123 test1234 testtest temp temp123 temporary demo example sample private public system
  server service support manager supervisor operator internet website computer laptop windows microsoft google
  facebook twitter instagram linkedin youtube yahoo gmail hotmail samsung apple iphone android nokia sony toshiba
  qwerty qwertyui qwertyuiop qwertz qwertzuiop azerty azertyuiop asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl
  zxcv zxcvb zxcvbn zxcvbnm zxcvbnm123 qwer qwer1234 qwerasdf qweasd qweasdzxc qazwsx qazwsxedc qaz wsx edc
  1qaz2wsx 1qaz2wsx3edc 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3 q1w2e3r4 q1w2e3r4t5 zaq12wsx zaq1zaq1
  zaqwsx zaqxsw 1qazxsw2 !qaz2wsx !qaz1qaz poiuy poiuytrewq lkjhgf lkjhgfdsa mnbvcxz wasd wasdwasd asd123
  asdf1234 asdasd asdasdasd qwe123 qweqwe qweqweqwe zxc123 zxczxc qwerty1 qwerty12 qwerty123 qwertyqwerty
  abc abc123 abcabc abcd abcd123 abcd1234 abcde abcdef abcdefg abcdefgh a1b2c3 a1b2c3d4 aa123456 a123456 a12345
  123abc 123qwe 123qweasd 123asd 12qwaszx 1234qwer 123456a 123456q 12345a 12345q 1a2b3c 1a2b3c4d abc12345
  trustno1 iloveyou iloveu iloveme ilovegod loveyou loveme lovelove love lovely lover loverboy lovers forever
  sunshine sunflower sunset sunrise moonlight starlight rainbow butterfly flower flowers summer summertime winter
  spring autumn monday tuesday wednesday thursday friday saturday sunday january february march april june july
  august september october november december christmas holiday vacation birthday weekend morning midnight
  princess prince queen king kingkong kingdom angel angels devil heaven jesus jesus1 jesuschrist christ god
  blessed bless faith grace hope trinity church prayer bible buddha krishna allah muhammad shalom
  dragon monster tiger lion panther leopard eagle eagles falcon hawk wolf wolves bear bears bulldog bulldogs
  horse horses pony monkey banana chicken turkey duck rabbit bunny kitten kitty cat cats puppy puppies doggy dog
  dolphin dolphins shark whale fish fishing spider scorpion snake cobra python phoenix pegasus unicorn dinosaur
  pokemon pikachu mickey minnie donald goofy snoopy garfield tigger winnie bambi shrek batman superman spiderman
  ironman wonderwoman hulk thor captain starwars startrek skywalker yoda vader darthvader matrix neo gandalf
  frodo hobbit harrypotter potter hogwarts hermione merlin zelda mario luigi sonic nintendo playstation xbox
  minecraft fortnite roblox warcraft starcraft halo counter counterstrike gamer gaming player ninja samurai pirate
  football soccer baseball basketball hockey tennis golf golfer golfing rugby cricket volleyball swimming running
  cycling boxing wrestling surfing skating skateboard snowboard skiing racing nascar formula1 ferrari porsche
  lamborghini mercedes bmw audi toyota honda nissan mazda subaru mustang camaro corvette chevrolet chevy ford
  dodge jeep harley yamaha suzuki ducati kawasaki motorcycle truck trucker tractor farmer farming harvest
  cowboy cowboys cowgirl rangers ranger texas dallas houston austin chicago boston newyork brooklyn yankees redsox
  lakers celtics bulls giants jets packers steelers raiders chargers broncos dolphins1 patriots vikings saints
  redskins arsenal chelsea liverpool manchester manutd everton barcelona realmadrid juventus milan bayern ajax
  benfica rangers1 celtic london paris berlin madrid rome tokyo canada america american england scotland ireland
  australia germany france italia espana brasil mexico russia ukraine poland sweden norway denmark finland
  michael michelle matthew jennifer jessica jordan joshua justin andrew anthony amanda ashley austin1 brandon
  britney charlie christian christopher daniel danielle david dennis diana diego edward elizabeth emily eminem
  eric felix fernando francis frank freddy gabriel george gemma ginger hannah harry heather helen isabella jackson
  jacob jake james jasmine jason jeffrey jeremy joseph julian justine karen kevin kimberly kristen larry lauren
  leonardo lisa louise lucas maggie marcus margaret maria marina marie mark martin mary maxwell melissa mercedes1
  miguel mike monica morgan natalie nathan nicholas nicole oliver olivia oscar pamela patricia patrick paul peter
  philip rachel rebecca richard robert roberto ronaldo ryan samantha sammy samuel sandra sarah scott sebastian
  sharon simon sophie stephanie steve steven stephen stewart susan taylor teresa theresa thomas tiffany timothy
  tony tyler vanessa veronica victor victoria vincent vivian walter wendy william xavier yvonne zachary
  alexander alexandra alexis alex alfred alice alicia andrea angela anna annie antonio arthur barbara beatriz
  benjamin bernard billy bobby bonnie bradley brian bruce bruno caroline carlos carmen catherine cecilia chris
  christine claudia cookie cookies chocolate cheese cheesecake coffee coffee1 peanut pepper pumpkin strawberry
  cherry apple123 orange lemon melon peaches mango coconut candy sugar honey honeybee sweet sweetie sweetheart
  sweetpea cupcake muffin pancake pizza burger butter bacon pickle tomato potato popcorn snickers skittles nutella
  whiskey vodka tequila guinness heineken budweiser corona beer wine champagne pepsi cocacola sprite redbull
  red blue green yellow purple pink black white silver gold golden diamond crystal ruby emerald sapphire platinum
  black1 blackcat blackjack whitesox bluebird bluesky greenday redhead redrose purple1 orange1 yellow1 pinky
  baby babyboy babygirl babe babydoll boomer buster bubba buddy buddy1 bestfriend friend friends friendship family
  mother father mommy mom daddy dad brother sister grandma grandpa husband wife girls girl boys boy lady ladies
  gangster gangsta thuglife hiphop rapper music musica guitar piano drummer drums bass metal metallica nirvana
  slipknot slayer acdc beatles elvis madonna rihanna beyonce shakira britney1 justinbieber bieber onedirection
  linkinpark greenday1 blink182 eminem1 tupac snoop bobmarley marley reggae techno disco dancer dancing dance
  money moneymoney dollar dollars cash rich richard1 lucky lucky7 luckyone winner winners loser success power
  powerful freedom liberty justice peace peaceful warrior soldier army marine marines navy airforce police
  fireman firefighter doctor nurse teacher student school college university science history english spanish
  maths chemistry physics engineer lawyer pilot captain1 chef driver hunter hunting killer killers assassin
  shadow shadows ghost demon vampire zombie witch wizard magic magician mystic mystery spirit secret123 silence
  thunder lightning storm rainy snow snowball snowman blizzard hurricane tornado ocean river mountain forest
  desert island beach sunny cloud clouds stars star galaxy universe planet earth mercury venus saturn jupiter
  apollo zeus athena hercules achilles spartan spartans trojan trojans titan titans gladiator legend legends hero
  heroes champion champions victory dream dreamer dreams fantasy happy happy1 happiness smile smiley funny crazy
  cool coolguy coolgirl awesome amazing beautiful gorgeous handsome sexy sexygirl hottie hotstuff cutie cute pretty
  naughty kisses kissme kiss hugs hugme bigdaddy bigboy bigdog bigman littleman fuckyou fuckme fuckoff fuck fucker
  asshole bitch bitches bastard bullshit shit shithead pussy penis dick cock boobs tits porn sex sexsex
  nothing nopassword none null undefined whatever whocares who dontknow idontknow unknown anything something
  everything forgot forgotten remember blahblah blah lalala hahaha hehehe lol lololol omg wtf yes yesyes nono
  goodluck goodbye bye byebye thankyou thanks please welcome123 bonjour salut hola adios amigo amigos amor
  teamo tequiero contrasena contraseña motdepasse soleil doudou loulou marseille schatz hallo hallo123 sommer
  geheim ficken senha senha123 amormeu familia estrella princesa princesa1 corazon mariposa chocolate1 bonita
  parola hasło haslo matrix1 polska kocham salasana losenord lösenord wachtwoord welkom welkom01 heslo
  jelszo sifre parol kennwort lozinka 5201314 woaini woaini1314 a5201314 1314520 asd123456 qq123456 wang1234
  irrigation irrigate headgate pivot sprinkler valve water watering field fields soil sensor probe tractor1
  johndeere deere case caseih newholland claas fendt kubota massey harvester combine wheat corn maize barley
  canola alfalfa potato1 cattle ranch rancher farm farmer1 farmlife
  2468 1357 13579 24680 147258 147258369 159357 159753 258456 789456 789456123 456789 741852 741852963 852456
  963852741 987654 123321 1234321 12321 112233 11223344 1122334455 121212 12121212 123123 123123123 131313
  141414 151515 232323 252525 696969 69696969 101010 10101010 100000 102030 010203 01020304 11112222 12341234
  12344321 123454321 1234554321 007007 bond007 jamesbond agent007 420420 911911 159159 147147 246810 314159
  31415926 271828 1029384756 0987654321 098765 09876543 123456789a 123456789q 1234567a 12345678a q123456789
  `
    .split(/\s+/)
    .filter(Boolean),
)

const WALKS = [
  '01234567890123456789',
  '98765432109876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'zyxwvutsrqponmlkjihgfedcba',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
]

/** Digits that people append to a common word: at most a year. */
const NUMBERED = /^(\p{L}{4,})\d{1,4}$/u
const WALK_MIN = 3

export function isCommonPassword(password: string): boolean {
  const lowered = password.toLowerCase().trim()
  return LISTED.has(lowered) || LISTED.has(NUMBERED.exec(lowered)?.[1] ?? '') || isPattern(lowered)
}

/** A repeated character or pair, or a sequence on the keyboard, in the digits or the alphabet. */
function isPattern(password: string): boolean {
  if (/^(.)\1*$/u.test(password) || /^(..)\1+$/u.test(password)) return true
  return password.length >= WALK_MIN && WALKS.some((walk) => walk.includes(password))
}
