"""The words of invitations: 1,024 a language, short, plain, written without accents, and no word in two languages.

Their order is part of what a code means: a word may be replaced by another, but none moved.
"""

ENGLISH = """
    acorn actor agree album alive alpha amber angel ankle apple april apron arch arena arm arrow art ash ask aunt
    autumn award axe baby back bacon badge bake baker balloon balm bamboo band bank banner barley barn barrel basket
    bath beach beacon bead beam bean bear beard beauty bed bee beech begin bell belt bench berry best better bicycle
    big bike bird biscuit bishop bite black blade blanket blaze blend bless block bloom blossom blue board boat body
    bold bolt bone bonfire bonnet book boost boot border borrow bottle bottom bounce bow bowl box boy brace brain
    branch brass brave bread breeze brick bridge bright bring broad broom brother brown brush bubble bucket buckle
    bud bugle bulb bull bundle bunny bus bush busy butter button cabin cable cactus cage cake call calm camel camera
    camp canal candle candy canoe canvas canyon cap cape captain car card cargo carpet carrot carry carve castle cat
    catch cattle cave cedar cello chair chalk champion charm chase cheer cheese cherry chess chest chicken chief
    child chimney choice choose church cider circle circus city clap clay clean clever cliff climb clock close cloth
    cloud clover clown coach coast coat cocoa coconut coffee coin cold collar comb comet compass cook cookie cool
    copper coral corn corner cotton couch cougar country cover cow cowboy crab cradle craft crane crater crayon
    cream creek cricket crisp crop cross crown cruise crystal cube cup curl curtain curve cushion custom cycle dairy
    daisy dance dart deck deer delta desert desk diamond dice dinner dish dive doctor dog doll dolphin donkey door
    dot dove dragon dream dress drift drum duck dune dust eager eagle earth east easy echo elder elephant elm ember
    energy engine enjoy evening fable fabric fairy falcon family famous fan farm farmer father feast feather fence
    fern ferry fiddle field fifteen fifty fig film finch finger finish fire fish five flag flame flash fleet flint
    flock flood floor flute foam focus fold forest fork fort forty fountain four fox frame free fresh friday friend
    frog frost fruit full galaxy gallery game garage garden garlic gate gather gentle ghost giant gift ginger
    giraffe girl glad glass globe glory glove glow glue goat gold golden golf goose gorilla grace grain grand grape
    grass gravel gravy green ground grove grow guest guide guitar gull half hall hammer hammock hand happy harbor
    harp harvest hat hatch hawk hay hazel heart hedge helmet hen herb hero heron hill hippo hobby hockey holiday
    holly home honest honey hook hop hope horn horse hotel house human hundred hut ice igloo inch ink iris iron
    island ivory ivy jacket jaguar jam january jar jazz jeans jelly jet jewel job jolly journey jug juice july jump
    june jungle junior kangaroo keep kettle key keyboard kid kilt king kiss kitchen kite kitten kiwi knee knife
    koala lace ladder lady ladybug lake lamb lamp lantern laser laugh laundry lava lavender lawn leaf learn leather
    left leg legend lemon lens leopard lesson letter level lever library lift light lily lime linen lion listen
    lizard llama lobby lobster lottery love loyal lucky lunch lute magic magnet mango map maple marble march marine
    market maroon mask match math may maze meadow meal medal melody melon member memory menu metal meteor midnight
    mile milk mill mint mirror mist mitten model monday money monkey month moon moose morning mosaic moss mother
    motor mountain mouse movie muffin mug muscle museum music mustard nail napkin navy nectar needle nephew nest
    news nice night nine noble noon north nose note novel nugget number nurse nut oak oasis oat ocean october office
    oil olive one onion opal opera orange orbit orchard organ otter ounce oval oven owl oyster pack paddle page
    paint palace palm pan panda panel panther papaya paper parade parcel parent park parrot party pasta path pattern
    paw peace peach peacock peanut pear pearl pebble pelican pen pencil penguin penny people pepper perfect person
    petal photo piano picnic picture pie pig pigeon pillow pilot pin pine pink pioneer pipe pirate pitch pizza place
    planet plant plate plaza plenty pluck plum pocket poem poet point polar polite pond pony pool poppy port pot
    potato pottery powder prairie present pride prince print prize proud puddle puma pumpkin pupil puppet puppy
    purple purse puzzle pyramid quail quarter queen quest quick quilt quiz rabbit raccoon race racket radar radio
    raft rail rain raisin ranch random range rapid rare raven recipe red reef reflect rescue rest rhyme rhythm
    ribbon rice rich riddle ride right ring ripple rise river road roast robe robin robot rock rocket rodeo roof
    room rope rose route royal rubber ruby rug rye saddle sail salad salmon salt sand sandal sapphire satin saturn
    sauce scale scarf school science scout screen scroll seal season secret seed seven shadow shape sheep shelf
    shell shelter sherbet shield shine ship shirt shoe shore shovel show shower shrimp signal silk silver simple
    sing sister six sixty skate sketch ski skirt sky slate sled sleep slope smile smoke snail snake snow soap soccer
    sock sofa soil solid song soup south space spark spear spice spider spin spiral spirit spoon sport spray spring
    square squirrel stable stadium stage stamp stand star station statue steam stem stone stool stork storm story
    stove straw stream street string strong studio sugar summer sun sunday sunny sunset super surf surprise swan
    sweater sweet swift swim swing symbol syrup table tailor talent talk tall tango tank taxi tea team teapot temple
    ten tennis tent thread three thunder ticket tide tiger timber tiny toast token tomato tomorrow tooth topaz torch
    toucan towel tower town toy track trail train travel tray treasure tree tribe trophy truck trumpet trunk trust
    truth tulip tuna tunnel turkey turtle twelve twenty twin uncle unicorn uniform union valley vanilla vase velvet
    verse vest video view villa village vine vinegar violet violin visit visitor vivid voice volcano voyage wagon
    waist walk wall walnut waltz wash watch water wave wealth weave wedding week welcome well west whale wheat wheel
    whisper whistle white wild willow win wind window wine wing winner winter wisdom wise wolf wonder wood wool word
    work world wren wrist yacht yard year yellow yoga yogurt zebra zero zigzag zinc zone zoo
"""

SPANISH = """
    abajo abanico abedul abeja abierto abogado abrazo abrigo abuela abuelo aceite aceituna acero acorde actriz
    acuerdo adentro adorno aduana agenda agua aguja aire ajedrez ajo alambre alba alcalde alcoba aldea alegre
    alfiler alfombra alivio alma almendra almohada alondra alto altura alumno amable amapola amarillo amigo amistad
    amor ancho ancla andar anguila anillo anoche antena antiguo anzuelo apio apoyo aprender arado arbusto arco
    ardilla armario aroma arpa arriba arroyo arroz arte artista ascensor asiento aspa astro asunto atento atleta
    atrio aula aurora autor ave avena aventura aviso ayuda azotea azucena azul baile balanza ballena balsa bandeja
    bandera banquete barba barca barco barniz barril barrio barro base bata batidora bebida beca belleza bello beso
    bien bigote billete bisonte blanco blusa boca bocina boda bodega boina bola boleto bolsa bolsillo bombero
    bombilla bondad bonito bordado borde borrador bosque bota botella botijo brasa bravo brazo breve brillo brindis
    brisa broche broma bronce brote bruma bueno buey bufanda burbuja buscar butaca caballo cabello cabeza cabina
    cabra cacao cadena cadera caja calabaza caldo calidad calle calma calor cama camarero cambio camello camino
    camisa campana campo canasta canela cangrejo cantante cantar cantera caoba capa capilla cara caracol caramelo
    careta cargar carnaval carne carpa carrera carreta carro carta cartel cartero casa cascada casco castor catedral
    cauce cebolla cebra cedro celeste cena centeno centro cepillo cera cerca cerdo cereza cerilla cerrojo cesta
    charco charla chico chimenea chispa chiste choza cielo ciencia ciervo cigarra cima cinco cine cinta cintura
    ciruela cisne ciudad claro clase clavel clavo cliente clima cobre coche cocina codo cofre cola colegio colina
    colmena columna cometa comida concha consejo contar copa corbata corcho cordero corneta coro corona corral
    correo correr cortina corto cosecha coser crema cresta cristal cruce cuaderno cuadro cuarto cubo cuchara cuello
    cuenta cuento cuerda cuerno cuero cuerpo cueva culebra cumbre cuna curso curva dama danza dar decena dedal dedo
    delgado delicado deporte derecho desayuno descanso despacio destino detalle diadema dibujo dicha dichoso diente
    dieta diez digno dinero disco disfraz distinto doce domingo dorado dormir dos ducha duende dulce duna duro echar
    eco edad edificio educado ejemplo elegir ella embudo empezar empuje encaje encina enero enigma enorme ensayo
    entrada equipo erizo escala escena escoba escribir escudo escuela escultor esfera espada espalda espejo espera
    espiga espina esponja esposa espuma esquina establo estaca estanque estatua estilo estrella estribo estudio
    eterno exacto examen falda fama faro farol farola favor febrero fecha feliz feria fiel fiesta figura fila fin
    finca firma flauta flecha fleco flor florero fogata fonda fondo forma fortuna foto frasco fresa fresco fresno
    frontera fruta fruto fuego fuente fuera fuerte fuerza funda gafas gaita galleta gallina gallo galope ganar ganso
    garaje garbanzo garganta garra garza gato gaviota gema gemelo genio gente gesto gigante gimnasio girar girasol
    giro globo gloria gol golpe goma gorra gota gozo grabado gracia grado granada grande granero granja grano grave
    grifo grillo gris grito grosor grueso grulla grupo guante guapo guinda guisante guiso guitarra gusto hacer hacha
    hada hamaca harina hebilla hebra helado heno herencia hermana hermano hielo hierba hierro higo hija hijo hilera
    hilo historia hogar hoguera hoja hombre hombro hondo hongo honor hora horario horno hoy hoyo huella huerto hueso
    humano humilde humo idioma iglesia imagen impulso infancia ingenio instante invierno isla jarra jaula jinete
    jirafa joven joya juego jueves juez jugar jugo juguete julio junco junio junto justo labio lado ladrillo lagarto
    lago laguna lana lancha langosta largo lata latido laurel lavabo lavar lazo leche lechuga lector leer legumbre
    lengua letra ley leyenda libre libro liebre lienzo ligero lima limpio linaje lince lindo lino linterna lirio
    liso lista listo llave lleno llevar lluvia lobo loma lomo lona loro lucero luego lugar lujo luna lunes lupa luz
    maceta madeja madera madre maduro maestro magia maleta maleza malla malva mando manga mano manta mantel manzana
    mapa mar marco marea marfil margen marino mariposa martes martillo marzo mayo mejilla mejor melena mella mensaje
    menta mercado merienda mesa meta metro mezcla miel miembro miga mil milagro mimbre mina mirada mirlo mito
    mochila moda modelo molino moneda mono monte mora morado moreno mosca mosquito mostaza motivo mueble muelle
    mujer mula mundo muro musgo nacer nadar naipe naranja nariz nata navaja nave negro nevada nido niebla nieto
    nieve nivel noche nogal norte noticia novela novio nube nudo nuera nueve nuevo nuez obra obrero oca ocho octubre
    oeste oficio ojo ola olfato olivo olla olmo once onda orden oreja orgullo orilla oro orquesta oruga oscuro oso
    ostra oveja padre paella paisaje paja palabra palacio palma paloma panal pantalla papel paquete par pared pareja
    parque parra pasaje paseo pasillo paso pastel pastor patata patio pato pausa pavo payaso paz pecho pedal pedazo
    peine pelota peonza pepino pera percha perdiz perejil perfil perla permiso perro pesca piedra piel pierna pieza
    pila pimiento pincel pino pinza pista pizarra placa plancha planeta plano plata plato playa pluma poder pollo
    polvo pomelo popa portal postre potro pozo prado pregunta premio proa prosa pueblo puente puerta puerto pulpo
    pulsera punto pureza queso quieto quince quinta racimo rama ramo rana rango raqueta rayo raza receta recibo
    recreo recto recuerdo regalo reina reja reloj remo reno resina respeto resto retrato revista rey rico risa ritmo
    rizo roble roca rodilla rojo romero ronda ropa rosa rosal rostro rubio rueda ruido rumbo ruta saber sabio sabor
    sala salida salsa salto salud salvo sandalia sapo sardina sastre savia seda seis sello selva semana semilla
    senda sentir sereno serie seta siempre sierra siesta siete siglo signo silbato silencio silla sirena sobre
    sobrino sol soldado solo sombra sombrero sonido sonrisa sopa soplo sortija subir suerte suma susurro tabla
    taller tallo tambor tapiz tarde tarea tarta taza techo tecla teja tejado tejido templo tenis ternura terreno
    tesoro texto tiempo tienda tierra tigre tijera timbre tinta tiza tobillo todo toldo tomate tono torneo toro
    torre torta tortuga traje trama trapo trece tren trenza tres trigo trineo triunfo trompeta tronco tropa trozo
    trucha trueno tubo turno unidad uno urraca uva vaca vaina vajilla valiente valle valor vaso vecino vela velero
    venado ventana verano verbo verdad verde vereda verso vestido viaje vidrio viejo viento viernes vino viola
    visita vista volar volver vuelo vuelta yate yedra yegua yema yeso yogur yunque zafiro zapato zarza zona zorro
    zueco zumo
"""

WORDS = {"en": tuple(ENGLISH.split()), "es": tuple(SPANISH.split())}
