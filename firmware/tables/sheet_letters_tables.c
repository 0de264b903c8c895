/* Letters of the languages of each encoding. Source: common knowledge of each alphabet: the letters of the language,
 * grouped by hand from frequent to rare; and for Chinese, Japanese and Korean surnames, given names and headings
 * typical of a list of people. No table of another program was used. */
#include "tables/sheet_letters.h"

#define LATIN .first = 26, .step = 8
#define ALPHABET .first = 24, .step = 7
#define LANGUAGE static const struct letters_language

LANGUAGE fr = {"fr",
               U"é èàç êôâîû ëïùœüæÿ",
               LATIN,
               .no_consonant = U"ç",
               .no_vowel = U"èêàù",
               .no_end = U"çæ",
               .after_vowel = U"ëï"};
LANGUAGE de = {"de", U"üöä ß é", LATIN};
LANGUAGE es = {"es", U"óíá éñ úü ç", LATIN, .no_consonant = U"ñ", .no_end = U"ñ"};
LANGUAGE pt = {"pt", U"ãçáé íóõê âúôà ü", LATIN, .no_consonant = U"çõã", .no_end = U"çõ"};
LANGUAGE it = {"it", U"àòè ìùé îó", LATIN, .only_end = U"àòèùì"};
LANGUAGE sv = {"sv", U"äöå é üàáèøæ", LATIN};
LANGUAGE da = {"da", U"øåæ é äöü", LATIN, .no_end = U"æ"};
LANGUAGE nl = {"nl", U"ëé ïèöüáóç", LATIN, .after_vowel = U"ëï"};
LANGUAGE is = {"is", U"íðáó éþúöýæ", LATIN, .rare = 8, .no_end = U"æþ"};

LANGUAGE pl = {"pl", U"łóęąś żćń ź", LATIN};
LANGUAGE cs = {"cs", U"íáéř ěčšžý ůú ďťňó", LATIN};
LANGUAGE sk = {"sk", U"áíéčšž ýúľť ňďôä óĺŕ", LATIN};
LANGUAGE hu = {"hu", U"áéóöő íü úű", LATIN, .no_vowel = U"őű"};
LANGUAGE ro = {"ro", U"ăţş îâ", LATIN};
LANGUAGE hr = {"hr", U"ćčšž đ", LATIN};

LANGUAGE ru = {"ru", U"оаеинв тсрлк мдпуяы ьзбгчйхжшюцщэфъё", ALPHABET};
LANGUAGE uk = {"uk", U"оаниві терслк мудпяьзгбчйхєїшжюцщфґ", ALPHABET};
LANGUAGE bg = {"bg", U"оаеитвн рслдк пмузбгяъ чхйшцжщфюь", ALPHABET};
LANGUAGE sr = {"sr", U"оаиенјв рстклд мпузбгћ чхшцжђљњфџ", ALPHABET};

LANGUAGE el = {"el", U"αοιετσνς ρηυκπλμ ωίάόέγδήύ θχφβξζώψϊϋΐΰ", ALPHABET};
LANGUAGE tr = {"tr", U"ıüş öçğİ âîû", LATIN};
LANGUAGE he = {"he", U"יוהלאר תבשמנםח עדקפכטןגסצזךףץ", ALPHABET};
LANGUAGE ar = {"ar", U"الينمرود بتةعسحفك هأقجشطصى خئزضغثءإآظؤ", ALPHABET};
LANGUAGE fa = {"fa", U"اينردمهو ستبشلزک فگعخقپجآح چطصغضذژثظئ", ALPHABET};
LANGUAGE lv = {"lv", U"āīšēņ ū ļžģčķ", LATIN};
LANGUAGE lt = {"lt", U"ėšžū ųįčąę", LATIN};
LANGUAGE et = {"et", U"äõüö šž", LATIN, .no_end = U"õ"};
LANGUAGE vi = {"vi", U"ễạđếịáôàấộầ ệểưởờốơớâậìọăảợịồùịươúứừíãếỳ éèẻẽẹêềóòỏõỗổỡủũụửữựíỉĩýỷỹỵắằẳẵặẩẫ", .first = 28,
               .step = 7};
LANGUAGE th = {"th", U"านรอกเงมย่ั้ิี ลวดทสตะปบคหแจพชขุูื์ำ ณใไโธภศษญผซถฉฐ็ึ ฟฝฮฬฏฎฌฆฃฅๆฯฤๅฑฒ๊๋", .first = 28, .step = 6};

#define LANGUAGES(name, ...) static const struct letters_language *const name[] = {__VA_ARGS__, NULL}

LANGUAGES(of_1250, &pl, &cs, &sk, &hu, &ro, &hr, &de);
LANGUAGES(of_1251, &ru, &uk, &bg, &sr);
LANGUAGES(of_1252, &fr, &de, &es, &pt, &it, &sv, &da, &nl, &is, &et);
LANGUAGES(of_1253, &el);
LANGUAGES(of_1254, &tr);
LANGUAGES(of_1255, &he);
LANGUAGES(of_1256, &ar, &fa);
LANGUAGES(of_1257, &lv, &lt, &et);
LANGUAGES(of_1258, &vi);
LANGUAGES(of_874, &th);
LANGUAGES(of_mac, &fr, &de, &es, &pt, &it, &sv, &da);
LANGUAGES(of_none, NULL);

static const char32_t chinese[] =
    U"王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤"
    U"伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰红建国文志新春梅海波小晓宇浩雪婷佳欣怡子轩思雨辉鹏飞云慧玲燕萍莉丹凤清成东峰俊义兴良仁世全学才安永生光天达富顺信胜和祥"
    U"姓名部门工号卡编一二三四五六七八九十员司公长经理人事财务技术销售市场有效期日年月男女姓的是在不了大中上北京广州深圳";

static const char32_t taiwan[] =
    U"陳林黃張李王吳劉蔡楊許鄭謝洪郭邱曾廖賴徐周葉蘇莊呂江何蕭羅高潘簡朱鍾游詹胡施沈余趙盧梁顏柯翁魏孫戴范方宋鄧杜傅侯曹薛丁馬唐藍石董紀姚卓馮歐程湯"
    U"志明淑芬美惠家豪雅婷怡君俊傑建宏麗華玉珍秀英文雄國榮金春梅雪小玲芳宗翰佳穎心怡冠宇承恩詩涵欣子軒品妍宜承柏睿大偉慧如月娥素貞正義信德成龍鳳安永生光天富順和祥"
    U"姓名部門員工編號卡一二三四五六七八九十公司長經理人事財務技術業務有效期日年男女的是在不了中上台北高雄市";

static const char32_t japanese[] =
    U"佐藤鈴木高橋田中渡辺伊山本村小林加吉斎松井上清水口崎森池阿部石川前原藤岡後長谷近坂遠青西福太三浦内野金和竹島谷安河宮今大塚平丸菊千葉岩杉増新酒久保桜市古柴"
    U"郎子美一二健翔真由香織恵幸雄正明博和夫直樹裕智也介佳奈優陽愛結衣花彩洋隆誠浩純次男朗彦哲義信弘秀康光輝拓海蓮悠斗颯仁氏名社員番号課東京日人年月女勤務所属";

static const char32_t korean[] =
    U"김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노하곽성차주우구민나진지엄채원천방공현함변염여추도소석선설마길"
    U"영수민지현서준도윤하은재성호진희경미숙정순옥연우아름예주원석철동상훈태혜선나라유림빈환규찬기승용대일광창봉복자인건한솔이름사원번호부서가다를을의에는인사팀과장카드직급시작종료날짜학교회";

const struct letters_encoding letters_encodings[] = {
    {"CP1252", LETTERS_BYTES, 0, of_1252, U""},    {"CP1250", LETTERS_BYTES, 0, of_1250, U""},
    {"CP1251", LETTERS_BYTES, 0, of_1251, U""},    {"CP1253", LETTERS_BYTES, 0, of_1253, U""},
    {"CP1254", LETTERS_BYTES, 0, of_1254, U""},    {"CP1255", LETTERS_BYTES, 0, of_1255, U""},
    {"CP1256", LETTERS_BYTES, 0, of_1256, U""},    {"CP1257", LETTERS_BYTES, 0, of_1257, U""},
    {"CP1258", LETTERS_BYTES, 20, of_1258, U""},   {"CP874", LETTERS_BYTES, 0, of_874, U""},
    {"MACINTOSH", LETTERS_BYTES, 20, of_mac, U""}, {"GBK", LETTERS_GBK, 0, of_none, chinese},
    {"BIG5", LETTERS_BIG5, 0, of_none, taiwan},    {"CP932", LETTERS_CP932, 0, of_none, japanese},
    {"CP949", LETTERS_CP949, 0, of_none, korean},
};

const size_t letters_encoding_count = sizeof(letters_encodings) / sizeof(letters_encodings[0]);
