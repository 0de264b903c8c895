// Name pools of 20 scripts, so that lists, search and sorting are tested with realistic names.

export interface NamePool {
  readonly script: string;
  readonly given: readonly string[];
  readonly family: readonly string[];
  /** Order and separator of the two. */
  readonly order: 'given family' | 'family given' | 'familygiven' | 'given';
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Latin has several languages; every other script has one pool. */
const latin: readonly NamePool[] = [
  {
    script: 'Latin',
    given: words(`Amelia Arthur Beatrice Callum Charlotte Daniel Edith Felix Grace Harriet Hugo Imogen Jasper Keira Leo
      Matilda Noah Olive Patrick Rosalind Samuel Tabitha Victor Winifred Zachary`),
    family: words(`Abbott Barlow Chandler Dawson Ellison Fairclough Gibson Hartley Irving Jennings Kirkwood Langley
      McAllister Nolan O'Brien Pemberton Quigley Redfern Sinclair Thornton Underwood Vaughan Whitaker Yates`),
    order: 'given family',
  },
  {
    script: 'Latin',
    given: words(`Álvaro Begoña Camila Diego Esperanza Fermín Guadalupe Héctor Inés Joaquín Lucía Martín Núria Óscar
      Pilar Raúl Sofía Tomás Úrsula Verónica Ximena Yolanda`),
    family: words(`Álvarez Benítez Cárdenas Domínguez Echeverría Fernández Gutiérrez Hernández Ibáñez Jiménez López
      Muñoz Núñez Ordóñez Peña Quiñones Ramírez Sánchez Téllez Urrutia Vázquez Zúñiga`),
    order: 'given family',
  },
  {
    script: 'Latin',
    given: words(`Agnieszka Błażej Cecylia Dariusz Elżbieta Franciszek Grażyna Halina Irena Jędrzej Katarzyna Łukasz
      Małgorzata Norbert Olga Paweł Róża Sławomir Tadeusz Urszula Wojciech Żaneta`),
    family: words(`Adamczyk Brzęczyszczykiewicz Czerwiński Dąbrowska Fijałkowski Głowacka Hołownia Jabłoński Kamińska
      Łapiński Mazurek Niedźwiecka Ostrowski Piątek Różański Szymańska Świątek Wójcik Zając Żuraw`),
    order: 'given family',
  },
  {
    script: 'Latin',
    given: words(`Ayşe Barış Çağla Doğan Elif Fırat Gül Hüseyin Işıl İbrahim Kübra Leyla Mehmet Nurgül Ömer Pınar Rıza
      Şule Tuğba Ümit Yağmur Zeynep`),
    family: words(`Aydoğan Bozkurt Çelik Demirtaş Erdoğdu Gökçe Güneş Işık İnanç Kılıç Koçak Öztürk Özdemir Şahin Toprak
      Ünal Yıldırım Yücel`),
    order: 'given family',
  },
  {
    script: 'Latin',
    given: words('An Bình Châu Dũng Đức Giang Hạnh Hiếu Khánh Lan Linh Minh Ngọc Phương Quân Thảo Trang Tuấn Vy Yến'),
    family: words('Nguyễn Trần Lê Phạm Hoàng Huỳnh Vũ Võ Đặng Bùi Đỗ Hồ Ngô Dương'),
    order: 'family given',
  },
];

const others: readonly NamePool[] = [
  {
    script: 'Cyrillic',
    given: words(`Александр Богдана Виктория Геннадий Дарья Евгений Жанна Захар Ирина Кирилл Людмила Михаил Надежда Олег
      Полина Роман Светлана Тимофей Ульяна Фёдор Эльвира Юрий Ярослав`),
    family: words(`Абрамов Белозерський Воронцов Гончаренко Дорошенко Емельянов Жуковский Зайцев Ильин Коваленко Лебедев
      Мельник Никитин Орлов Петренко Рябов Соловьёв Тарасенко Уваров Фролов Щербаков Яковлев`),
    order: 'family given',
  },
  {
    script: 'Greek',
    given: words(`Αθανάσιος Βασιλική Γεώργιος Δήμητρα Ελένη Ζωή Ηλίας Θεοδώρα Ιωάννης Κωνσταντίνα Λάμπρος Μαρία Νικόλαος
      Ξένια Παναγιώτης Ρένα Σπύρος Φωτεινή Χρήστος`),
    family: words(`Αγγελόπουλος Βλάχος Γεωργίου Δημητρίου Ζαχαρίου Θεοδωρίδης Ιωαννίδης Καραγιάννης Λαμπράκης
      Μαυρομιχάλης Νικολαΐδης Παπαδόπουλος Σταθόπουλος Τσιτσάνης Χατζής`),
    order: 'given family',
  },
  {
    script: 'Arabic',
    given:
      words(`أحمد أمينة بدر تغريد جمال حنان خالد دلال رامي زينب سامر شيماء صفاء طارق عائشة غسان فاطمة قاسم كريمة لطيفة محمد
      نوال هشام وليد ياسمين`),
    family: words(`الأنصاري البغدادي التميمي الجزائري الحداد الخطيب الدوسري الزهراني السعيد الشريف الصباغ الطائي العلي
      الغامدي الفارس القاسمي الكردي المصري النجار الهاشمي`),
    order: 'given family',
  },
  {
    script: 'Arabic',
    given: words(`آرش بهار پژمان ترانه جمشید چیستا داریوش رضا ژاله سپیده شیرین فرهاد گلناز کیوان لیلا مهدی نرگس
      نوید هما یلدا`),
    family: words(`احمدی بهرامی پورمحمدی تهرانی جعفری چگینی حسینی دهقان رضایی ژرفا شجاعی صادقی فرهادی قاسمی
      کریمی گلستانی موسوی یزدی`),
    order: 'given family',
  },
  {
    script: 'Hebrew',
    given: words(`אביגיל בנימין גליה דוד הדסה ורד זאב חנה טליה יוסף כרמל לאה מאיר נועה סיון עופר פנינה צבי קרן
      רחל שמעון תמר`),
    family: words(`אברהמי ברקוביץ גולדברג דיין הלוי וייס זילברמן חדד טייב יעקובי כהן לוין מזרחי נחמיאס סבן
      פרידמן צור קפלן רוזן שטרן`),
    order: 'given family',
  },
  {
    script: 'Han',
    given: words('伟 芳 娜 敏 静 丽华 建国 志强 秀英 海燕 子轩 梓涵 欣怡 浩然 雨桐 思远 明哲 佳琪 文博 晓东 国庆 春梅'),
    family: words('王 李 张 刘 陈 杨 黄 赵 吴 周 徐 孙 马 朱 胡 郭 何 林 高 罗 欧阳 司马 诸葛 上官'),
    order: 'familygiven',
  },
  {
    script: 'Han',
    given: words('怡君 雅婷 宗翰 家豪 淑芬 俊傑 美玲 志明 詩涵 冠宇 佩珊 建宏 麗珍 承恩 郁雯 國樑 嘉慶 曉薇'),
    family: words('陳 黃 張 劉 蔡 鄭 謝 許 賴 蘇 葉 呂 簡 鍾 彭 游 龔 歐陽 范姜'),
    order: 'familygiven',
  },
  {
    script: 'Kana',
    given: words(
      'さくら 陽菜 結衣 翔太 健一 ひなた 美咲 大輔 あかり 悠真 直樹 千尋 カレン 恵子 拓海 ゆう子 龍之介 葵 蓮 真由美',
    ),
    family: words(
      '佐藤 鈴木 高橋 田中 渡辺 伊藤 山本 中村 小林 加藤 吉田 齋藤 長谷川 五十嵐 井ノ口 東海林 ヶ原 四月一日',
    ),
    order: 'family given',
  },
  {
    script: 'Hangul',
    given: words('민준 서연 지우 하은 도윤 예준 수아 시우 지민 은지 현우 유진 성민 미경 태영 혜진 재호 보람 솔 가람'),
    family: words('김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권 황보 남궁 제갈 선우'),
    order: 'familygiven',
  },
  {
    script: 'Thai',
    given: words(`กมลชนก ขวัญใจ จิราภรณ์ ชัยวัฒน์ ณัฐพล ดวงใจ ทองดี ธนกร นภัสสร บุญมี ปิยะ พรทิพย์ ภัทรา มานพ
      รัตนา วิชัย ศิริพร สมชาย อรุณ`),
    family: words(`กิตติวงศ์ แก้วมณี จันทร์เพ็ญ ชื่นใจ ตั้งตรงจิตร ทองสุข ธรรมรักษา บุญเรือง ประเสริฐ พงษ์พันธ์
      รุ่งเรือง วงศ์สวัสดิ์ ศรีสุข สายทอง`),
    order: 'given family',
  },
  {
    script: 'Devanagari',
    given: words(`अनिल आरती इन्दु ईश्वर उमेश ऋतु कविता गणेश चन्द्रिका जयन्त दीपक नेहा प्रकाश बबीता महेश राधा
      ललित विजया शान्ति श्रीकान्त सुनीता हेमन्त`),
    family: words(`अग्रवाल उपाध्याय कुलकर्णी खन्ना गुप्ता चतुर्वेदी जोशी ठाकुर तिवारी देशपाण्डे पाण्डेय बनर्जी
      भट्ट मिश्रा यादव वर्मा शर्मा सिंह`),
    order: 'given family',
  },
  {
    script: 'Bengali',
    given: words(`অনির্বাণ অপর্ণা ইন্দ্রাণী কৌশিক গৌরী চন্দন জয়া তপন দেবাশিস নন্দিতা প্রদীপ ফারহানা মিতালি
      রফিক শর্মিলা সৌমিত্র হাসান`),
    family: words(`আহমেদ ইসলাম ঘোষ চক্রবর্তী চট্টোপাধ্যায় দাশগুপ্ত নাথ বসু ভট্টাচার্য মজুমদার মুখোপাধ্যায়
      রহমান সরকার সেন হোসেন`),
    order: 'given family',
  },
  {
    script: 'Tamil',
    given: words(`அகிலா அருண் இளங்கோ ஈஸ்வரி உமா கண்ணன் கார்த்திக் சித்ரா செல்வி தமிழ்ச்செல்வன் நந்தினி பாரதி
      மணிமேகலை முருகன் ரவி வள்ளி`),
    family: words(`ஆறுமுகம் இராமசாமி கந்தசாமி குமரன் சண்முகம் சுப்பிரமணியன் தங்கவேல் நடராஜன் பழனிசாமி
      முத்துசாமி ராஜேந்திரன் வேலாயுதம்`),
    order: 'family given',
  },
  {
    script: 'Telugu',
    given: words(`అనిత ఆదిత్య ఇందిర ఉమ కృష్ణ గౌతమి చైతన్య జ్యోతి తేజ దుర్గ నాగేశ్వర పద్మ ప్రసాద్ భారతి మాధవి
      రాజు లక్ష్మి శ్రీనివాస్ స్వాతి`),
    family: words(`అక్కినేని ఉప్పల కొండపల్లి గుంటూరు చింతల తాడేపల్లి దాసరి నల్లమోతు పెద్దిరెడ్డి బండారు మల్లాది
      రావు వేమూరి`),
    order: 'family given',
  },
  {
    script: 'Georgian',
    given: words(`ანა ბესიკ გიორგი დავით ეკატერინე ვახტანგ ზურაბ თამარ ირაკლი კახა ლელა მანანა ნინო ოთარ პაატა
      რუსუდან სოფიო ქეთევან შოთა`),
    family: words(`აბაშიძე ბერიძე გელაშვილი დვალი ერისთავი ვაშაძე თოდუა კაპანაძე ლომიძე მაისურაძე ნოზაძე ჟღენტი
      რამიშვილი ჩხეიძე ჯაფარიძე`),
    order: 'given family',
  },
  {
    script: 'Armenian',
    given: words(`Անահիտ Արամ Գայանե Դավիթ Եվա Զարուհի Թամարա Լիլիթ Խաչատուր Կարինե Հայկ Մարիամ Նարեկ Շուշան
      Սուրեն Տիգրան`),
    family: words(`Աբրահամյան Բաղդասարյան Գրիգորյան Դանիելյան Եղիազարյան Խաչատրյան Հակոբյան Ղազարյան Մկրտչյան
      Պետրոսյան Սարգսյան`),
    order: 'given family',
  },
  {
    script: 'Ethiopic',
    given: words('ሀና ለምለም መኮንን ሰላም ረድኤት ተስፋዬ ነጋሽ አበበ ከበደ ወርቅነሽ ዘውዲቱ የሺ ደሳለኝ ገነት ጥላሁን ፀሐይ ፍቅርተ'),
    family: words('ሀይሌ መንግስቱ ሽፈራው በቀለ ታደሰ አለሙ ወልደማርያም ዘነበ ደምሴ ገብረመድህን'),
    order: 'given family',
  },
  {
    script: 'Khmer',
    given: words('កល្យាណ ចាន់ថា ឆវី ណារី ដារា ធីតា នារី បុប្ផា ពិសិដ្ឋ ភារុណ មករា រតនា វណ្ណា សុភា សុខា'),
    family: words('កែវ ខៀវ ចាន់ ជា ទេព នួន ប៉ែន ពេជ្រ មាស លឹម សុខ ហេង អ៊ុក'),
    order: 'family given',
  },
  {
    script: 'Sinhala',
    given: words('අමර අනුෂා ඉන්දික කුමාරි ගයාන් චමරි තරිඳු දිල්රුක්ෂි නිමල් පබසරා මහේෂ් රුවන් ලක්මාලි සුනිල්'),
    family: words('අබේසිංහ ගුණවර්ධන ජයසූරිය ද සිල්වා පෙරේරා බණ්ඩාර රත්නායක විජේසිංහ සේනානායක හේරත්'),
    order: 'given family',
  },
  {
    script: 'Gujarati',
    given: words('અમિત અંજલિ કિરણ ગીતા જીગ્નેશ દક્ષા ધવલ નયના પારુલ ભાવિન મીના રમેશ વૈશાલી હિતેશ'),
    family: words('ગાંધી ચૌહાણ જોષી ઠક્કર દેસાઈ પટેલ પરીખ ભટ્ટ મહેતા રાઠોડ વ્યાસ શાહ સોલંકી'),
    order: 'given family',
  },
  {
    script: 'Kannada',
    given: words('ಅನುಷಾ ಆನಂದ ಉಷಾ ಕಾವ್ಯ ಗಣೇಶ ಚಂದ್ರಶೇಖರ ದೀಪಾ ನಾಗರಾಜ ಮಂಜುನಾಥ ರಮ್ಯಾ ಲೋಕೇಶ ಶ್ರೀಧರ ಸುಮಾ'),
    family: words('ಅಯ್ಯಂಗಾರ್ ಉಡುಪ ಕಾರಂತ ಕುಲಕರ್ಣಿ ಗೌಡ ದೇಸಾಯಿ ನಾಯಕ ಬೆಳ್ಳಿ ಭಟ್ ಶೆಟ್ಟಿ ಹೆಗ್ಡೆ'),
    order: 'given family',
  },
];

/** One entry per language area; those in Latin letters are together at index 0. */
export const pools: readonly (readonly NamePool[])[] = [latin, ...others.map((pool) => [pool])];
