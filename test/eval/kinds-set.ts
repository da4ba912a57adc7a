// Small vaults of the kinds of notes that people write, each with graded questions; written for this project. A question names the
// beginning of the line that answers it; null: nothing in the notes does.

export interface KindOfNotes {
  notes: Record<string, readonly string[]>;
  questions: readonly (readonly [question: string, answer: string | null])[];
  /** The answer must be among so many. */
  within: number;
  /** The share of the questions that must be answered so, with the model. */
  floor: number;
}

/** Of what was and what is: the newer line must come before the older one. */
export interface Change {
  question: string;
  was: string;
  is: string;
}

export const changes: readonly Change[] = [
  {
    question: 'where does my brother live',
    was: 'My brother lives in Leeds',
    is: 'Brother moved to Bristol with his family',
  },
  {
    question: 'what car do I drive',
    was: 'Driving the old Corolla every day',
    is: 'Sold the Corolla, picked up a blue Skoda',
  },
  { question: 'who is my dentist', was: 'Dentist is Dr. Hale on Mill Road', is: 'Changed dentist, now with Dr. Osei' },
  { question: 'how much is the rent', was: 'Rent is 940 a month', is: 'The rent went up to 1010 a month' },
  { question: 'what is the wifi password', was: 'Wifi password is heron-42', is: 'Wifi password is lantern-77' },
  {
    question: 'where does Mira work',
    was: 'Mira works at the town library',
    is: 'Mira joined the museum as an archivist',
  },
  {
    question: 'when is choir practice',
    was: 'Choir practice is on Mondays at 7',
    is: 'Choir practice is on Thursdays at 8 from now on',
  },
  {
    question: 'which phone number does Aunt Rose have',
    was: 'Phone number of Aunt Rose is 555 0142',
    is: 'Phone number of Aunt Rose is 555 0987',
  },
  { question: 'what is my favourite tea', was: 'Favourite tea is Assam', is: 'Favourite tea is now genmaicha' },
  {
    question: 'which gym do I go to',
    was: 'Member of the gym at the station',
    is: 'Left the station gym, new gym is Ironworks',
  },
  {
    question: 'what is the plan for the holidays',
    was: 'Holiday plan: two weeks in Crete',
    is: 'Holiday plan changed: one week in Wales instead',
  },
  { question: 'is Sam vegetarian', was: 'Sam is vegetarian', is: 'Sam is no longer vegetarian, eats fish' },
  {
    question: 'who looks after the cat when we travel',
    was: 'Neighbour Paula looks after the cat when we travel',
    is: 'Paula moved away, Ken looks after the cat when we travel',
  },
  {
    question: 'what is the door code of the office',
    was: 'Door code of the office is 4471',
    is: 'Door code of the office is 9026',
  },
  {
    question: 'which bank has our mortgage',
    was: 'Mortgage is with Northfield Bank',
    is: 'Switched the mortgage to Calder Bank',
  },
  {
    question: 'when does the bin lorry come',
    was: 'Bins are collected on Tuesday',
    is: 'Bins are collected on Friday now',
  },
  {
    question: 'what dose of the tablets do I take',
    was: 'Take 10 mg of the tablets in the morning',
    is: 'Doctor raised the tablets to 20 mg in the morning',
  },
  { question: 'who is my manager', was: 'My manager is Helen', is: 'Team change: my manager is Viktor' },
  { question: 'wo wohnt Tante Inge', was: 'Tante Inge wohnt in Kassel', is: 'Tante Inge ist nach Fulda umgezogen' },
  {
    question: 'dónde trabaja Lucía',
    was: 'Lucía trabaja en el hospital',
    is: 'Lucía cambió de trabajo, ahora trabaja en la clínica',
  },
];

const day = (date: string, ...lines: string[]): Record<string, readonly string[]> => ({
  [`${date}.md`]: [`# ${date}`, '', ...lines.map((line) => `- ${line}`)],
});

export const kinds: Readonly<Record<string, KindOfNotes>> = {
  'lines that have nothing to do with each other': {
    within: 3,
    floor: 0.7,
    notes: {
      ...day(
        '2026-02-03',
        'Swapped the tyres before the frost',
        'Grandad told the story of the flooded mill',
        'Printer only takes the large cartridges',
        'Broke out in hives after the shrimp soup',
        'Booked the ferry to Harwich',
      ),
      ...day(
        '2026-03-08',
        'The attic leaks next to the chimney',
        'Ola passed the bar exam',
        'Lent the tent to Ruben',
        'Renewed the permit for the allotment',
        'Burnt the lentils again',
      ),
      ...day(
        '2026-04-19',
        'Physio says to rest the left shoulder for a month',
        'Found a stray kitten under the porch',
        'The kettle trips the fuse',
        'Paid 62 for the speeding fine',
        'Wrote to the council about the street lamp',
      ),
      ...day(
        '2026-06-02',
        'Godson turns ten, wants a telescope',
        'Sold the piano to a school',
        'Night train to Vienna was cancelled',
        'The new colleague speaks Welsh',
        'Planted leeks behind the shed',
      ),
    },
    questions: [
      ['which seafood am I allergic to', 'Broke out'],
      ['what should I get for the boy’s birthday', 'Godson'],
      ['who has our camping gear', 'Lent the tent'],
      ['where does rain come into the house', 'The attic'],
      ['which injury must I go easy on', 'Physio'],
      ['who became a lawyer', 'Ola'],
      ['what animal did we take in', 'Found a stray'],
      ['which instrument did we give up', 'Sold the piano'],
      ['what did I complain about to the town', 'Wrote to'],
      ['what vegetables are growing in the garden', 'Planted'],
      ['which appliance blows the electrics', 'The kettle'],
      ['did I have to pay for driving too fast', 'Paid 62'],
      ['ferry', 'Booked'],
      ['lentils', 'Burnt'],
      ['what is the orbit of Neptune', null],
    ],
  },
  prose: {
    within: 3,
    floor: 0.85,
    notes: {
      'house.md': [
        '# House',
        '',
        'We bought the house from a retired surveyor who had kept every bill since 1981. The boiler in the cellar is a Viessmann from 2009; the chimney sweep checks it each autumn and last time warned that the heat exchanger would not see another five winters.',
        '',
        'The garden slopes down to a stream. In wet years the lower third is under water until April, which is why the fruit trees stand along the terrace and nothing but willows grow below.',
        '',
        'Neighbours to the left are the Okafors, who teach at the music school. To the right lives Mr. Brandt, a widower of eighty-three, who lends his ladder to anyone who brings it back clean.',
      ],
      'trip.md': [
        '# Walking in the Vosges',
        '',
        'We took the early train and reached Munster shortly after ten. The path climbs through beech woods to the ridge, where the wind was so strong that Nils lost his hat twice.',
        '',
        'For the night we had a room over a cheese dairy. The woman who runs it gets up at four, and her bread is the best that I have eaten in years.',
      ],
    },
    questions: [
      ['how old is the heating', 'We bought the house'],
      ['who could I borrow a ladder from', 'Neighbours'],
      ['why are there no apple trees at the bottom of the garden', 'The garden slopes'],
      ['where did we sleep on the hike', 'For the night'],
      ['what happened to the hat', 'We took'],
      ['who are the music teachers next door', 'Neighbours'],
      ['does the lower garden flood', 'The garden slopes'],
      ['how does one repair a submarine', null],
    ],
  },
  'a mixed vault, English and Spanish': {
    within: 3,
    floor: 0.8,
    notes: {
      ...day(
        '2026-05-04',
        'Cita con la dentista el jueves a las 10',
        'Landlord fixed the shower',
        'Comprar pilas para el termostato',
        'Marta está aprendiendo a tocar el violonchelo',
        'Invoice 8841 sent to Calle y Hijos',
      ),
      ...day(
        '2026-05-11',
        'El coche pasó la ITV sin problemas',
        'Swimming lesson moved to 17:30',
        'La abuela quiere una planta para su cumpleaños',
        'Order new glasses before the summer',
        'Pagué la matrícula del curso de cerámica',
      ),
      ...day(
        '2026-05-23',
        'Wifi in the flat in Cádiz: marisma88',
        'Javier es alérgico a los frutos secos',
        'The bakery on the corner closes on Mondays',
        'Vuelo a Oporto el 3 de julio, asiento 14C',
        'Car insurance policy 77-1203',
      ),
    },
    questions: [
      ['cuándo es la cita con la dentista', 'Cita con'],
      ['qué instrumento toca Marta', 'Marta está'],
      ['qué quiere la abuela para su cumpleaños', 'La abuela'],
      ['a qué es alérgico Javier', 'Javier es'],
      ['número de asiento del vuelo a Oporto', 'Vuelo a'],
      ['pasó el coche la inspección', 'El coche'],
      ['what is the wifi password in Cádiz', 'Wifi in'],
      ['when is the swimming lesson', 'Swimming'],
      ['insurance number of the car', 'Car insurance'],
      ['what is Javier allergic to', 'Javier es'],
      ['what is Marta learning to play', 'Marta está'],
      ['flight to Oporto', 'Vuelo a'],
      ['which bakery closes on Mondays', 'The bakery'],
      ['curso de cerámica', 'Pagué'],
      ['what do I have to buy for the thermostat', 'Comprar'],
    ],
  },
  'talk of two': {
    within: 3,
    floor: 0.85,
    notes: {
      '2026-01-10.md': [
        '## 10:02 Noor and Felix',
        '',
        '- **Noor:** I finally handed in my notice at the shipyard.',
        '- **Felix:** Wow! What comes next?',
        '- **Noor:** A pottery studio by the harbour, with my cousin.',
        '- **Felix:** I could help with the shelves, I still have the oak from the barn.',
        '- **Noor:** That would be lovely. How is your knee?',
        '- **Felix:** Better. I can run five kilometres again.',
      ],
      '2026-02-14.md': [
        '## 18:40 Noor and Felix',
        '',
        '- **Felix:** Did the kiln arrive?',
        '- **Noor:** Yes, on Monday, and it is heavier than the boat was.',
        '- **Felix:** My daughter wants to come to the opening, she paints now.',
        '- **Noor:** Tell her to bring two pictures, I have an empty wall.',
      ],
    },
    questions: [
      ['Where did Noor work before?', '- **Noor:** I finally'],
      ['What is Noor opening?', '- **Noor:** A pottery'],
      ['What will Felix build?', '- **Felix:** I could'],
      ['How far does Felix run?', '- **Felix:** Better'],
      ['When did the oven for the clay come?', '- **Noor:** Yes, on Monday'],
      ['What is the hobby of the daughter of Felix?', '- **Felix:** My daughter'],
      ['What should the daughter bring?', '- **Noor:** Tell her'],
    ],
  },
  'the same without names': {
    within: 3,
    floor: 0.7,
    notes: {
      '2026-01-10.md': [
        '## 10:02',
        '',
        '- I finally handed in my notice at the shipyard.',
        '- Wow! What comes next?',
        '- A pottery studio by the harbour, with my cousin.',
        '- I could help with the shelves, I still have the oak from the barn.',
        '- That would be lovely. How is your knee?',
        '- Better. I can run five kilometres again.',
      ],
    },
    questions: [
      ['where did the potter work before', '- I finally'],
      ['what is being opened at the harbour', '- A pottery'],
      ['what wood is there for the shelves', '- I could'],
      ['how far can the runner go', '- Better'],
    ],
  },
  'a chat with an assistant': {
    within: 3,
    floor: 0.85,
    notes: {
      '2026-04-02.md': [
        '## Conversation 1',
        '',
        '**User:** I want to learn to bake bread with a sourdough. Where do I begin?',
        '',
        '**Assistant:** Begin with a starter of rye flour and water, fed daily for a week. For the first loaf I recommend a hydration of 68 per cent and a cast-iron pot.',
        '',
        '**User:** The crust came out pale.',
        '',
        '**Assistant:** Take the lid off for the last twenty minutes, and heat the oven to 245 degrees before the loaf goes in.',
        '',
        '**User:** My flat has a gas oven, and I leave for Turin on the ninth.',
        '',
        '**Assistant:** Put the starter into the fridge while you are away; it lasts three weeks there.',
      ],
    },
    questions: [
      ['what hydration did you recommend', '**Assistant:** Begin'],
      ['what did you tell me about the pale crust', '**Assistant:** Take the lid'],
      ['which pot did you suggest', '**Assistant:** Begin'],
      ['how long did you say the starter lasts in the fridge', '**Assistant:** Put the starter'],
      ['where am I going on the ninth', '**User:** My flat'],
      ['what kind of oven do I have', '**User:** My flat'],
    ],
  },
  names: {
    within: 1,
    floor: 0.85,
    notes: {
      'people.md': [
        '- Bo is the electrician',
        '- Ines lives in Graz now',
        '- Met Bea at the market with Jo',
        '- My niece Bea studies law',
        '- Jo likes rhubarb',
        '- Li plays the oboe',
        '- An is the new landlady',
        '- Wes owes me 40 euros',
        '- Will is allergic to cats',
        '- May runs the bakery',
        '- WHO vaccination card is in the drawer',
        '- IT replaced my laptop',
        '- US visa expires in 2031',
        '- Don repairs bicycles',
      ],
    },
    questions: [
      ['Where does Ines live now?', '- Ines'],
      ['Who is Bea?', '- My niece'],
      ['What does Jo like?', '- Jo likes'],
      ['who is Bo', '- Bo'],
      ['What does Li play?', '- Li'],
      ['Who is An?', '- An'],
      ['How much does Wes owe me?', '- Wes'],
      ['What is Will allergic to?', '- Will'],
      ['what does May do', '- May'],
      ['where is the WHO card', '- WHO'],
      ['What did IT do?', '- IT'],
      ['when does the US visa expire', '- US'],
      ['What does Don do?', '- Don'],
    ],
  },
  'a Chinese diary': {
    within: 3,
    floor: 0.9,
    notes: {
      ...day(
        '2026-03-01',
        '早上和妈妈去公园散步',
        '晚饭吃了红烧鱼',
        '买了一双新的跑步鞋',
        '修好了厨房的水龙头',
        '小李推荐了一本关于航海的小说',
      ),
      ...day(
        '2026-03-02',
        '医生说要少吃盐',
        '给爸爸订了生日蛋糕',
        '地铁上丢了雨伞',
        '公司搬到了科技园二号楼',
        '周末打算去杭州看茶园',
      ),
      ...day(
        '2026-03-03',
        '房东把房租涨到三千五',
        '学会了弹吉他的第一首歌',
        '猫咪打翻了花瓶',
        '给自行车换了轮胎',
        '明天下午三点面试',
      ),
    },
    questions: [
      ['医生说了什么', '医生说'],
      ['雨伞丢在哪里', '地铁上'],
      ['房租是多少', '房东'],
      ['公司搬到哪里了', '公司搬'],
      ['谁推荐了小说', '小李'],
      ['给爸爸订了什么', '给爸爸'],
      ['周末去哪里', '周末打算'],
      ['猫做了什么', '猫咪'],
      ['什么时候面试', '明天下午'],
      ['我会弹什么', '学会了'],
    ],
  },
  'a Russian diary': {
    within: 3,
    floor: 0.85,
    notes: {
      ...day(
        '2026-03-01',
        'Купили билеты в Казань на июль',
        'Врач посоветовал меньше соли',
        'Потерял зонт в метро',
        'Бабушка печёт пироги с капустой',
      ),
      ...day(
        '2026-03-02',
        'Хозяин поднял аренду до 45 тысяч',
        'Кот разбил вазу',
        'Записался на курсы гончарного дела',
        'У Лены аллергия на орехи',
      ),
    },
    questions: [
      ['что посоветовал врач', 'Врач'],
      ['где я потерял зонт', 'Потерял'],
      ['на что аллергия у Лены', 'У Лены'],
      ['сколько стоит аренда', 'Хозяин'],
      ['кто разбил вазу', 'Кот'],
      ['билеты в Казань', 'Купили'],
      ['с чем пироги у бабушки', 'Бабушка'],
    ],
  },
  'a Japanese diary': {
    within: 3,
    floor: 0.85,
    notes: {
      ...day(
        '2026-03-01',
        '母と公園を散歩した',
        '地下鉄で傘をなくした',
        '医者に塩分を減らすように言われた',
        '家賃が八万円に上がった',
      ),
      ...day(
        '2026-03-02',
        '猫が花瓶を割った',
        '父の誕生日ケーキを注文した',
        'ギターの最初の曲を覚えた',
        '会社が新しいビルに移った',
      ),
    },
    questions: [
      ['傘はどこでなくした', '地下鉄'],
      ['家賃はいくら', '家賃'],
      ['医者は何と言った', '医者'],
      ['猫は何をした', '猫が'],
      ['父のケーキ', '父の'],
      ['会社はどこに移った', '会社'],
    ],
  },
};
