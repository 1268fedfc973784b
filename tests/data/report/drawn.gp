set encoding utf8
set terminal svg size 900,227 fixed noenhanced font 'sans-serif,14' background '#ffffff' name 'p1'
set border 3 lc rgb '#9aa5b1'
set tics nomirror out scale 0.5 textcolor rgb '#374151'
set grid xtics ytics lc rgb '#e4e7eb' lw 1 lt 1
set style fill solid 1 noborder
unset key
set label 1 'Savings, ours and published: history-ads' at screen 0.01778, screen 0.89427 left font 'sans-serif,18' textcolor rgb '#1f2933'
set multiplot
$ours << EOD
NaN NaN NaN NaN
75 1.62 75 75
50 0.62 50 50
EOD
$printed << EOD
NaN NaN NaN NaN
75.4286 1.30 0 0
65.7143 0.30 0 0
EOD
set lmargin at screen 0.27000
set rmargin at screen 0.60500
set bmargin at screen 0.33480
set tmargin at screen 0.62996
set label 2 'from the initial position' at screen 0.27000, screen 0.62996 offset 0,0.75 left textcolor rgb '#52606d'
set ytics scale 0 ('Move-to-Front' 1.50,'Transposition' 0.50,'' -1)
set label '3  By hand' at screen 0.018, first 2.50 left textcolor rgb '#1f2933'
set object rect from screen 0.01, first 0 to screen 0.99, first 3 fc rgb '#f5f7fa' fs solid noborder behind
set xrange [-30:80]
set yrange [0:3]
set xlabel 'saving against the control (%)' textcolor rgb '#374151'
set key at screen 0.985, screen 0.94714 right top horizontal samplen 1.5 width 1 textcolor rgb '#374151'
set arrow 1 from 0, graph 0 to 0, graph 1 nohead lc rgb '#9aa5b1'
plot $ours using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 2 pt 7 ps 0.6 title 'ours, with 95 % interval', $printed using 1:2 with points lc rgb '#D55E00' lw 1.4 pt 12 ps 0.75 title 'published'
$ours << EOD
NaN NaN NaN NaN
0 1.62 0 0
-25 0.62 -25 -25
EOD
$printed << EOD
NaN NaN NaN NaN
77.1698 1.30 0 0
72.5472 0.30 0 0
EOD
unset label
unset object
set lmargin at screen 0.65000
set rmargin at screen 0.98500
set bmargin at screen 0.33480
set tmargin at screen 0.62996
set label 2 'from midgame positions' at screen 0.65000, screen 0.62996 offset 0,0.75 left textcolor rgb '#52606d'
set ytics scale 0 ('' 1.50,'' 0.50,'' -1)
set xrange [-30:80]
set yrange [0:3]
set xlabel 'saving against the control (%)' textcolor rgb '#374151'
set key at screen 0.985, screen 0.94714 right top horizontal samplen 1.5 width 1 textcolor rgb '#374151'
set arrow 1 from 0, graph 0 to 0, graph 1 nohead lc rgb '#9aa5b1'
plot $ours using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 2 pt 7 ps 0.6 notitle, $printed using 1:2 with points lc rgb '#D55E00' lw 1.4 pt 12 ps 0.75 notitle
unset multiplot
set encoding utf8
set terminal svg size 900,322 fixed noenhanced font 'sans-serif,14' background '#ffffff' name 'p2'
set border 3 lc rgb '#9aa5b1'
set tics nomirror out scale 0.5 textcolor rgb '#374151'
set grid xtics ytics lc rgb '#e4e7eb' lw 1 lt 1
set style fill solid 1 noborder
unset key
set label 1 'Savings: Depths, limits, cut-offs' at screen 0.01778, screen 0.92547 left font 'sans-serif,18' textcolor rgb '#1f2933'
set multiplot
$ours << EOD
NaN NaN NaN NaN
75 6.62 75 75
25 5.62 25 25
50 4.62 50 50
75 2.62 75 75
25 1.62 25 25
50 0.62 50 50
EOD
$printed << EOD
NaN NaN NaN NaN
EOD
set lmargin at screen 0.27000
set rmargin at screen 0.60500
set bmargin at screen 0.23602
set tmargin at screen 0.73913
set label 2 'from the initial position' at screen 0.27000, screen 0.73913 offset 0,0.75 left textcolor rgb '#52606d'
set ytics scale 0 ('No limit' 6.50,'Two' 5.50,'Five' 4.50,'No limit' 2.50,'Two' 1.50,'Five' 0.50,'' -1)
set label 'Othello, depth 2' at screen 0.018, first 7.50 left textcolor rgb '#1f2933'
set object rect from screen 0.01, first 4 to screen 0.99, first 8 fc rgb '#f5f7fa' fs solid noborder behind
set label 'Othello, depth 3' at screen 0.018, first 3.50 left textcolor rgb '#1f2933'
set xrange [0:80]
set yrange [0:8]
set xlabel 'saving against the control (%)' textcolor rgb '#374151'
set key at screen 0.985, screen 0.96273 right top horizontal samplen 1.5 width 1 textcolor rgb '#374151'
set arrow 1 from 0, graph 0 to 0, graph 1 nohead lc rgb '#9aa5b1'
plot $ours using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 2 pt 7 ps 0.6 title 'ours, with 95 % interval'
$ours << EOD
NaN NaN NaN NaN
75 6.62 75 75
25 5.62 25 25
50 4.62 50 50
75 2.62 75 75
25 1.62 25 25
50 0.62 50 50
EOD
$printed << EOD
NaN NaN NaN NaN
EOD
unset label
unset object
set lmargin at screen 0.65000
set rmargin at screen 0.98500
set bmargin at screen 0.23602
set tmargin at screen 0.73913
set label 2 'from midgame positions' at screen 0.65000, screen 0.73913 offset 0,0.75 left textcolor rgb '#52606d'
set ytics scale 0 ('' 6.50,'' 5.50,'' 4.50,'' 2.50,'' 1.50,'' 0.50,'' -1)
set xrange [0:80]
set yrange [0:8]
set xlabel 'saving against the control (%)' textcolor rgb '#374151'
set key at screen 0.985, screen 0.96273 right top horizontal samplen 1.5 width 1 textcolor rgb '#374151'
set arrow 1 from 0, graph 0 to 0, graph 1 nohead lc rgb '#9aa5b1'
plot $ours using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 2 pt 7 ps 0.6 notitle
unset multiplot
set encoding utf8
set terminal svg size 900,640 fixed noenhanced font 'sans-serif,14' background '#ffffff' name 'p3'
set border 3 lc rgb '#9aa5b1'
set tics nomirror out scale 0.5 textcolor rgb '#374151'
set grid xtics ytics lc rgb '#e4e7eb' lw 1 lt 1
set style fill solid 1 noborder
unset key
set label 1 'Our savings against the published ones' at screen 0.01778, screen 0.96250 left font 'sans-serif,18' textcolor rgb '#1f2933'
set multiplot
$table0 << EOD
NaN NaN 0
75.4286 75 0
65.7143 50 0
77.1698 0 1
72.5472 -25 1
EOD
set lmargin at screen 0.08000
set rmargin at screen 0.68000
set bmargin at screen 0.11875
set tmargin at screen 0.90000
set label 2 '' at screen 0.08000, screen 0.90000 offset 0,0.75 left textcolor rgb '#52606d'
set xrange [-30:80]
set yrange [-30:80]
set xlabel 'published saving (%)' textcolor rgb '#374151'
set ylabel 'our saving (%)' offset 0.8,0 textcolor rgb '#374151'
set key at screen 0.70, graph 1 left top Left reverse samplen 1 spacing 1.25 textcolor rgb '#374151'
$band << EOD
-30 -40 -20
80 70 90
EOD
plot $band using 1:2:3 with filledcurves fc rgb '#e7eef5' title 'within 10 points', x with lines lc rgb '#7b8794' lw 1 title 'the same', $table0 using 1:($3==0?$2:NaN) with points pt 7 ps 0.8 lc rgb '#0072B2' notitle, $table0 using 1:($3==1?$2:NaN) with points pt 6 ps 0.8 lw 1.8 lc rgb '#0072B2' notitle, keyentry with points pt 5 ps 0.9 lc rgb '#0072B2' title 'Focus', keyentry with points pt 7 ps 0.8 lc rgb '#52606d' title 'initial position', keyentry with points pt 6 ps 0.8 lw 1.8 lc rgb '#52606d' title 'midgame positions'
unset multiplot
set encoding utf8
set terminal svg size 900,500 fixed noenhanced font 'sans-serif,14' background '#ffffff' name 'p4'
set border 3 lc rgb '#9aa5b1'
set tics nomirror out scale 0.5 textcolor rgb '#374151'
set grid xtics ytics lc rgb '#e4e7eb' lw 1 lt 1
set style fill solid 1 noborder
unset key
set label 1 'Saving by the length of the list: Depths, limits, cut-offs' at screen 0.01778, screen 0.95200 left font 'sans-serif,18' textcolor rgb '#1f2933'
set multiplot
$line0 << EOD
NaN NaN
2 25
5 50
15 75
EOD
$line1 << EOD
NaN NaN
2 25
5 50
15 75
EOD
$line2 << EOD
NaN NaN
2 25
5 50
15 75
EOD
$line3 << EOD
NaN NaN
2 25
5 50
15 75
EOD
set xtics ('2' 2, '5' 5, 'none' 15, '2' 2, '5' 5, 'none' 15, '2' 2, '5' 5, 'none' 15, '2' 2, '5' 5, 'none' 15, '' 0)
set logscale x
set xrange [1.53846:19.5]
set yrange [0:80]
set xlabel 'limit of the list (entries)' textcolor rgb '#374151'
set ylabel 'saving against the control (%)' offset 0.8,0 textcolor rgb '#374151'
set lmargin at screen 0.08500
set rmargin at screen 0.40500
set bmargin at screen 0.15200
set tmargin at screen 0.83200
set label 2 'from the initial position' at screen 0.08500, screen 0.83200 offset 0,0.75 left textcolor rgb '#52606d'
set key at screen 0.76500, screen 0.84000 left top Left reverse maxrows 100 samplen 1.6 spacing 1.2 font 'sans-serif,12' textcolor rgb '#374151'
plot NaN notitle, $line0 using 1:2 with linespoints lc rgb '#0072B2' lw 3.6 pt 7 ps 1.10 dt 1 notitle, $line2 using 1:2 with linespoints lc rgb '#D55E00' lw 3.0 pt 5 ps 0.95 dt 1 notitle, keyentry with linespoints lc rgb '#0072B2' lw 3.6 pt 7 ps 1.10 dt 1 title 'Othello, depth 2', keyentry with linespoints lc rgb '#D55E00' lw 3.0 pt 5 ps 0.95 dt 1 title 'Othello, depth 3'
unset label
set format y ''
unset ylabel
set lmargin at screen 0.43000
set rmargin at screen 0.75000
set bmargin at screen 0.15200
set tmargin at screen 0.83200
set label 2 'from midgame positions' at screen 0.43000, screen 0.83200 offset 0,0.75 left textcolor rgb '#52606d'
unset key
plot NaN notitle, $line1 using 1:2 with linespoints lc rgb '#0072B2' lw 3.6 pt 7 ps 1.10 dt 1 notitle, $line3 using 1:2 with linespoints lc rgb '#D55E00' lw 3.0 pt 5 ps 0.95 dt 1 notitle
unset multiplot
set encoding utf8
set terminal svg size 900,500 fixed noenhanced font 'sans-serif,14' background '#ffffff' name 'p5'
set border 3 lc rgb '#9aa5b1'
set tics nomirror out scale 0.5 textcolor rgb '#374151'
set grid xtics ytics lc rgb '#e4e7eb' lw 1 lt 1
set style fill solid 1 noborder
unset key
set label 1 'Depths, limits, cut-offs: Othello' at screen 0.01778, screen 0.95200 left font 'sans-serif,18' textcolor rgb '#1f2933'
set multiplot
$line0 << EOD
NaN NaN
2 550
3 5500
EOD
$line1 << EOD
NaN NaN
2 137.5
3 1375
EOD
$line2 << EOD
NaN NaN
2 412.5
3 4125
EOD
$line3 << EOD
NaN NaN
2 275
3 2750
EOD
$line4 << EOD
NaN NaN
2 1100
3 11000
EOD
$line5 << EOD
NaN NaN
2 275
3 2750
EOD
$line6 << EOD
NaN NaN
2 825
3 8250
EOD
$line7 << EOD
NaN NaN
2 550
3 5500
EOD
set xtics ('2' 2, '3' 3, '2' 2, '3' 3, '2' 2, '3' 3, '2' 2, '3' 3, '2' 2, '3' 3, '2' 2, '3' 3, '2' 2, '3' 3, '2' 2, '3' 3, '' 0)
set xrange [1.4:3.6]
set logscale y
set format y '%.0s%c'
set yrange [91.6667:16500]
set xlabel 'depth (plies)' textcolor rgb '#374151'
set ylabel 'nodes per trial, mean' offset 0.8,0 textcolor rgb '#374151'
set lmargin at screen 0.08500
set rmargin at screen 0.40500
set bmargin at screen 0.15200
set tmargin at screen 0.83200
set label 2 'from the initial position' at screen 0.08500, screen 0.83200 offset 0,0.75 left textcolor rgb '#52606d'
set key at screen 0.76500, screen 0.84000 left top Left reverse maxrows 100 samplen 1.6 spacing 1.2 font 'sans-serif,12' textcolor rgb '#374151'
plot NaN notitle, $line0 using 1:2 with linespoints lc rgb '#0072B2' lw 3.6 pt 7 ps 1.10 dt 1 notitle, $line1 using 1:2 with linespoints lc rgb '#D55E00' lw 3.0 pt 5 ps 0.95 dt 1 notitle, $line2 using 1:2 with linespoints lc rgb '#009E73' lw 2.4 pt 9 ps 0.80 dt 1 notitle, $line3 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 pt 13 ps 0.65 dt 1 notitle, keyentry with linespoints lc rgb '#0072B2' lw 3.6 pt 7 ps 1.10 dt 1 title 'None', keyentry with linespoints lc rgb '#D55E00' lw 3.0 pt 5 ps 0.95 dt 1 title 'No limit', keyentry with linespoints lc rgb '#009E73' lw 2.4 pt 9 ps 0.80 dt 1 title 'Two', keyentry with linespoints lc rgb '#CC79A7' lw 1.8 pt 13 ps 0.65 dt 1 title 'Five'
unset label
set format y ''
unset ylabel
set lmargin at screen 0.43000
set rmargin at screen 0.75000
set bmargin at screen 0.15200
set tmargin at screen 0.83200
set label 2 'from midgame positions' at screen 0.43000, screen 0.83200 offset 0,0.75 left textcolor rgb '#52606d'
unset key
plot NaN notitle, $line4 using 1:2 with linespoints lc rgb '#0072B2' lw 3.6 pt 7 ps 1.10 dt 1 notitle, $line5 using 1:2 with linespoints lc rgb '#D55E00' lw 3.0 pt 5 ps 0.95 dt 1 notitle, $line6 using 1:2 with linespoints lc rgb '#009E73' lw 2.4 pt 9 ps 0.80 dt 1 notitle, $line7 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 pt 13 ps 0.65 dt 1 notitle
unset multiplot
set encoding utf8
set terminal svg size 900,500 fixed noenhanced font 'sans-serif,14' background '#ffffff' name 'p6'
set border 3 lc rgb '#9aa5b1'
set tics nomirror out scale 0.5 textcolor rgb '#374151'
set grid xtics ytics lc rgb '#e4e7eb' lw 1 lt 1
set style fill solid 1 noborder
unset key
set label 1 'Which move cuts off: Othello, depth 2, Depths, limits, cut-offs' at screen 0.01778, screen 0.95200 left font 'sans-serif,18' textcolor rgb '#1f2933'
set multiplot
set grid noxtics
set boxwidth 0.20000 absolute
$line0 << EOD
NaN NaN
0.7 37.5
1.7 12.5
2.7 0
3.7 0
4.7 0
5.7 0
6.7 0
7.7 0
8.7 0
9.7 50
EOD
$line1 << EOD
NaN NaN
0.9 75
1.9 25
2.9 0
3.9 0
4.9 0
5.9 0
6.9 0
7.9 0
8.9 0
9.9 0
EOD
$line2 << EOD
NaN NaN
1.1 75
2.1 25
3.1 0
4.1 0
5.1 0
6.1 0
7.1 0
8.1 0
9.1 0
10.1 0
EOD
$line3 << EOD
NaN NaN
1.3 75
2.3 25
3.3 0
4.3 0
5.3 0
6.3 0
7.3 0
8.3 0
9.3 0
10.3 0
EOD
$line4 << EOD
NaN NaN
0.7 37.5
1.7 12.5
2.7 0
3.7 0
4.7 0
5.7 0
6.7 0
7.7 0
8.7 0
9.7 50
EOD
$line5 << EOD
NaN NaN
0.9 75
1.9 25
2.9 0
3.9 0
4.9 0
5.9 0
6.9 0
7.9 0
8.9 0
9.9 0
EOD
$line6 << EOD
NaN NaN
1.1 75
2.1 25
3.1 0
4.1 0
5.1 0
6.1 0
7.1 0
8.1 0
9.1 0
10.1 0
EOD
$line7 << EOD
NaN NaN
1.3 75
2.3 25
3.3 0
4.3 0
5.3 0
6.3 0
7.3 0
8.3 0
9.3 0
10.3 0
EOD
set xtics ('1' 1, '2' 2, '3' 3, '4' 4, '5' 5, '6' 6, '7' 7, '8' 8, '9' 9, '10+' 10, '1' 1, '2' 2, '3' 3, '4' 4, '5' 5, '6' 6, '7' 7, '8' 8, '9' 9, '10+' 10, '1' 1, '2' 2, '3' 3, '4' 4, '5' 5, '6' 6, '7' 7, '8' 8, '9' 9, '10+' 10, '1' 1, '2' 2, '3' 3, '4' 4, '5' 5, '6' 6, '7' 7, '8' 8, '9' 9, '10+' 10, '1' 1, '2' 2, '3' 3, '4' 4, '5' 5, '6' 6, '7' 7, '8' 8, '9' 9, '10+' 10, '1' 1, '2' 2, '3' 3, '4' 4, '5' 5, '6' 6, '7' 7, '8' 8, '9' 9, '10+' 10, '1' 1, '2' 2, '3' 3, '4' 4, '5' 5, '6' 6, '7' 7, '8' 8, '9' 9, '10+' 10, '1' 1, '2' 2, '3' 3, '4' 4, '5' 5, '6' 6, '7' 7, '8' 8, '9' 9, '10+' 10, '' 0)
set xrange [0.4:10.6]
set yrange [0:80]
set xlabel 'place of the move that cut off' textcolor rgb '#374151'
set ylabel 'share of the cut-offs (%)' offset 0.8,0 textcolor rgb '#374151'
set lmargin at screen 0.08500
set rmargin at screen 0.40500
set bmargin at screen 0.15200
set tmargin at screen 0.83200
set label 2 'from the initial position' at screen 0.08500, screen 0.83200 offset 0,0.75 left textcolor rgb '#52606d'
set key at screen 0.76500, screen 0.84000 left top Left reverse maxrows 100 samplen 1.6 spacing 1.2 font 'sans-serif,12' textcolor rgb '#374151'
plot NaN notitle, $line0 using 1:2 with boxes lc rgb '#0072B2' notitle, $line1 using 1:2 with boxes lc rgb '#D55E00' notitle, $line2 using 1:2 with boxes lc rgb '#009E73' notitle, $line3 using 1:2 with boxes lc rgb '#CC79A7' notitle, keyentry with boxes lc rgb '#0072B2' title 'None', keyentry with boxes lc rgb '#D55E00' title 'No limit', keyentry with boxes lc rgb '#009E73' title 'Two', keyentry with boxes lc rgb '#CC79A7' title 'Five'
unset label
set format y ''
unset ylabel
set lmargin at screen 0.43000
set rmargin at screen 0.75000
set bmargin at screen 0.15200
set tmargin at screen 0.83200
set label 2 'from midgame positions' at screen 0.43000, screen 0.83200 offset 0,0.75 left textcolor rgb '#52606d'
unset key
plot NaN notitle, $line4 using 1:2 with boxes lc rgb '#0072B2' notitle, $line5 using 1:2 with boxes lc rgb '#D55E00' notitle, $line6 using 1:2 with boxes lc rgb '#009E73' notitle, $line7 using 1:2 with boxes lc rgb '#CC79A7' notitle
unset multiplot
set encoding utf8
set terminal svg size 900,500 fixed noenhanced font 'sans-serif,14' background '#ffffff' name 'p7'
set border 3 lc rgb '#9aa5b1'
set tics nomirror out scale 0.5 textcolor rgb '#374151'
set grid xtics ytics lc rgb '#e4e7eb' lw 1 lt 1
set style fill solid 1 noborder
unset key
set label 1 'Which move cuts off: Othello, depth 3, Depths, limits, cut-offs' at screen 0.01778, screen 0.95200 left font 'sans-serif,18' textcolor rgb '#1f2933'
set multiplot
set grid noxtics
set boxwidth 0.20000 absolute
$line0 << EOD
NaN NaN
0.7 37.5
1.7 12.5
2.7 0
3.7 0
4.7 0
5.7 0
6.7 0
7.7 0
8.7 0
9.7 50
EOD
$line1 << EOD
NaN NaN
0.9 75
1.9 25
2.9 0
3.9 0
4.9 0
5.9 0
6.9 0
7.9 0
8.9 0
9.9 0
EOD
$line2 << EOD
NaN NaN
1.1 75
2.1 25
3.1 0
4.1 0
5.1 0
6.1 0
7.1 0
8.1 0
9.1 0
10.1 0
EOD
$line3 << EOD
NaN NaN
1.3 75
2.3 25
3.3 0
4.3 0
5.3 0
6.3 0
7.3 0
8.3 0
9.3 0
10.3 0
EOD
$line4 << EOD
NaN NaN
0.7 37.5
1.7 12.5
2.7 0
3.7 0
4.7 0
5.7 0
6.7 0
7.7 0
8.7 0
9.7 50
EOD
$line5 << EOD
NaN NaN
0.9 75
1.9 25
2.9 0
3.9 0
4.9 0
5.9 0
6.9 0
7.9 0
8.9 0
9.9 0
EOD
$line6 << EOD
NaN NaN
1.1 75
2.1 25
3.1 0
4.1 0
5.1 0
6.1 0
7.1 0
8.1 0
9.1 0
10.1 0
EOD
$line7 << EOD
NaN NaN
1.3 75
2.3 25
3.3 0
4.3 0
5.3 0
6.3 0
7.3 0
8.3 0
9.3 0
10.3 0
EOD
set xtics ('1' 1, '2' 2, '3' 3, '4' 4, '5' 5, '6' 6, '7' 7, '8' 8, '9' 9, '10+' 10, '1' 1, '2' 2, '3' 3, '4' 4, '5' 5, '6' 6, '7' 7, '8' 8, '9' 9, '10+' 10, '1' 1, '2' 2, '3' 3, '4' 4, '5' 5, '6' 6, '7' 7, '8' 8, '9' 9, '10+' 10, '1' 1, '2' 2, '3' 3, '4' 4, '5' 5, '6' 6, '7' 7, '8' 8, '9' 9, '10+' 10, '1' 1, '2' 2, '3' 3, '4' 4, '5' 5, '6' 6, '7' 7, '8' 8, '9' 9, '10+' 10, '1' 1, '2' 2, '3' 3, '4' 4, '5' 5, '6' 6, '7' 7, '8' 8, '9' 9, '10+' 10, '1' 1, '2' 2, '3' 3, '4' 4, '5' 5, '6' 6, '7' 7, '8' 8, '9' 9, '10+' 10, '1' 1, '2' 2, '3' 3, '4' 4, '5' 5, '6' 6, '7' 7, '8' 8, '9' 9, '10+' 10, '' 0)
set xrange [0.4:10.6]
set yrange [0:80]
set xlabel 'place of the move that cut off' textcolor rgb '#374151'
set ylabel 'share of the cut-offs (%)' offset 0.8,0 textcolor rgb '#374151'
set lmargin at screen 0.08500
set rmargin at screen 0.40500
set bmargin at screen 0.15200
set tmargin at screen 0.83200
set label 2 'from the initial position' at screen 0.08500, screen 0.83200 offset 0,0.75 left textcolor rgb '#52606d'
set key at screen 0.76500, screen 0.84000 left top Left reverse maxrows 100 samplen 1.6 spacing 1.2 font 'sans-serif,12' textcolor rgb '#374151'
plot NaN notitle, $line0 using 1:2 with boxes lc rgb '#0072B2' notitle, $line1 using 1:2 with boxes lc rgb '#D55E00' notitle, $line2 using 1:2 with boxes lc rgb '#009E73' notitle, $line3 using 1:2 with boxes lc rgb '#CC79A7' notitle, keyentry with boxes lc rgb '#0072B2' title 'None', keyentry with boxes lc rgb '#D55E00' title 'No limit', keyentry with boxes lc rgb '#009E73' title 'Two', keyentry with boxes lc rgb '#CC79A7' title 'Five'
unset label
set format y ''
unset ylabel
set lmargin at screen 0.43000
set rmargin at screen 0.75000
set bmargin at screen 0.15200
set tmargin at screen 0.83200
set label 2 'from midgame positions' at screen 0.43000, screen 0.83200 offset 0,0.75 left textcolor rgb '#52606d'
unset key
plot NaN notitle, $line4 using 1:2 with boxes lc rgb '#0072B2' notitle, $line5 using 1:2 with boxes lc rgb '#D55E00' notitle, $line6 using 1:2 with boxes lc rgb '#009E73' notitle, $line7 using 1:2 with boxes lc rgb '#CC79A7' notitle
unset multiplot
set encoding utf8
set terminal svg size 900,388 fixed noenhanced font 'sans-serif,14' background '#ffffff' name 'p8'
set border 3 lc rgb '#9aa5b1'
set tics nomirror out scale 0.5 textcolor rgb '#374151'
set grid xtics ytics lc rgb '#e4e7eb' lw 1 lt 1
set style fill solid 1 noborder
unset key
set label 1 'By hand' at screen 0.01778, screen 0.93814 left font 'sans-serif,18' textcolor rgb '#1f2933'
set multiplot
$ours << EOD
NaN NaN NaN NaN
-0.12 75 67.1879 77.5991
0.88 100 91.794 100
EOD
$printed << EOD
NaN NaN NaN NaN
0.12 74 0 0
1.12 71 0 0
EOD
set lmargin at screen 0.06000
set rmargin at screen 0.47500
set bmargin at screen 0.17526
set tmargin at screen 0.69072
set label 2 '' at screen 0.06000, screen 0.69072 offset 0,0.75 left textcolor rgb '#52606d'
set label 2 'maze 1' at screen 0.06000, screen 0.69072 offset 0,0.75 left textcolor rgb '#52606d'
set xlabel 'depth' offset 0,0.4 textcolor rgb '#374151'
set xtics scale 0 ('5' 0, '7' 1, '' -9)
set xrange [-0.6:1.6]
set yrange [0:105]
set ytics 0, 25, 100
set arrow 1 from graph 0, first 50 to graph 1, first 50 nohead lc rgb '#9aa5b1' lw 1.5
set key at screen 0.985, screen 0.91237 right top Left reverse samplen 1 spacing 1.1 textcolor rgb '#374151'
plot $ours using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 2 pt 7 ps 0.6 title 'ours, with 95 % interval', $printed using 1:2 with points lc rgb '#D55E00' lw 1.4 pt 12 ps 0.8 title 'published'
$ours << EOD
NaN NaN NaN NaN
-0.12 0 0 8.20597
0.88 50 18.3624 81.6376
EOD
$printed << EOD
NaN NaN NaN NaN
0.12 63 0 0
1.12 73 0 0
EOD
unset label 1
set lmargin at screen 0.52500
set rmargin at screen 0.94000
set bmargin at screen 0.17526
set tmargin at screen 0.69072
set label 2 '' at screen 0.52500, screen 0.69072 offset 0,0.75 left textcolor rgb '#52606d'
set label 2 'maze 3' at screen 0.52500, screen 0.69072 offset 0,0.75 left textcolor rgb '#52606d'
set xlabel 'depth' offset 0,0.4 textcolor rgb '#374151'
set xtics scale 0 ('5' 0, '7' 1, '' -9)
set xrange [-0.6:1.6]
set yrange [0:105]
set ytics 0, 25, 100
set arrow 1 from graph 0, first 50 to graph 1, first 50 nohead lc rgb '#9aa5b1' lw 1.5
set key at screen 0.985, screen 0.91237 right top Left reverse samplen 1 spacing 1.1 textcolor rgb '#374151'
plot $ours using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 2 pt 7 ps 0.6 notitle, $printed using 1:2 with points lc rgb '#D55E00' lw 1.4 pt 12 ps 0.8 notitle
unset multiplot
set encoding utf8
set terminal svg size 900,492 fixed noenhanced font 'sans-serif,14' background '#ffffff' name 'p9'
set border 3 lc rgb '#9aa5b1'
set tics nomirror out scale 0.5 textcolor rgb '#374151'
set grid xtics ytics lc rgb '#e4e7eb' lw 1 lt 1
set style fill solid 1 noborder
unset key
set label 1 'Many rows' at screen 0.01778, screen 0.95122 left font 'sans-serif,18' textcolor rgb '#1f2933'
set multiplot
$column0 << EOD
NaN NaN NaN NaN
30 -0.150 21.5904 48.0138
35 0.850 24.0974 53.4203
40 1.850 26.8956 58.2649
45 2.850 30.0186 62.606
50 3.850 33.504 66.496
55 4.850 37.394 69.9814
60 5.850 41.7351 73.1044
EOD
$column1 << EOD
NaN NaN NaN NaN
25 0.150 19.3469 41.9849
30 1.150 21.5904 48.0138
35 2.150 24.0974 53.4203
40 3.150 26.8956 58.2649
45 4.150 30.0186 62.606
50 5.150 33.504 66.496
55 6.150 37.394 69.9814
EOD
set lmargin at screen 0.25556
set rmargin at screen 0.97000
set bmargin at screen 0.17073
set tmargin at screen 0.75610
set label 2 '' at screen 0.25556, screen 0.75610 offset 0,0.75 left textcolor rgb '#52606d'
set ytics scale 0 ('plain' 0, '8 bits' 1, '9 bits' 2, '10 bits' 3, '11 bits' 4, '12 bits' 5, '13 bits' 6, '14 bits' 7, '' -9)
set x2tics ('-400' 9.0909, '-200' 24.0253, '-100' 35.9935, '0' 50.0000, '+100' 64.0065, '+200' 75.9747, '+400' 90.9091, '' -9)
set border 1
set xrange [0:100]
set x2range [0:100]
set yrange [7.5:-0.5]
set xtics 0, 10, 100
set grid xtics noytics
set xlabel 'share of the points (%)' textcolor rgb '#374151'
set x2label 'Elo' offset 0,-0.4 textcolor rgb '#374151'
set arrow 1 from 50, graph 0 to 50, graph 1 nohead lc rgb '#9aa5b1' lw 1.5
set key at screen 0.985, screen 0.97154 right top Left reverse samplen 1 spacing 1.1 textcolor rgb '#374151'
plot NaN notitle, $column0 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 2 pt 7 ps 0.7 title 'depth 1', $column1 using 1:2:3:4 with xerrorbars lc rgb '#D55E00' lw 2 pt 5 ps 0.7 title 'depth 2'
unset multiplot
set encoding utf8
set terminal svg size 900,388 fixed noenhanced font 'sans-serif,14' background '#ffffff' name 'p10'
set border 3 lc rgb '#9aa5b1'
set tics nomirror out scale 0.5 textcolor rgb '#374151'
set grid xtics ytics lc rgb '#e4e7eb' lw 1 lt 1
set style fill solid 1 noborder
unset key
set label 1 'By hand' at screen 0.01778, screen 0.93814 left font 'sans-serif,18' textcolor rgb '#1f2933'
set multiplot
$ours << EOD
NaN NaN NaN NaN
-0.12 75 67.1879 77.5991
0.88 100 91.794 100
EOD
$printed << EOD
NaN NaN NaN NaN
0.12 74 0 0
1.12 71 0 0
EOD
set lmargin at screen 0.06000
set rmargin at screen 0.47500
set bmargin at screen 0.17526
set tmargin at screen 0.69072
set label 2 '' at screen 0.06000, screen 0.69072 offset 0,0.75 left textcolor rgb '#52606d'
set label 2 'maze 1' at screen 0.06000, screen 0.69072 offset 0,0.75 left textcolor rgb '#52606d'
set xlabel 'depth' offset 0,0.4 textcolor rgb '#374151'
set xtics scale 0 ('5' 0, '7' 1, '' -9)
set xrange [-0.6:1.6]
set yrange [0:105]
set ytics 0, 25, 100
set arrow 1 from graph 0, first 50 to graph 1, first 50 nohead lc rgb '#9aa5b1' lw 1.5
set key at screen 0.985, screen 0.91237 right top Left reverse samplen 1 spacing 1.1 textcolor rgb '#374151'
plot $ours using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 2 pt 7 ps 0.6 title 'ours, with 95 % interval', $printed using 1:2 with points lc rgb '#D55E00' lw 1.4 pt 12 ps 0.8 title 'published'
$ours << EOD
NaN NaN NaN NaN
-0.12 0 0 8.20597
0.88 50 18.3624 81.6376
EOD
$printed << EOD
NaN NaN NaN NaN
0.12 63 0 0
1.12 73 0 0
EOD
unset label 1
set lmargin at screen 0.52500
set rmargin at screen 0.94000
set bmargin at screen 0.17526
set tmargin at screen 0.69072
set label 2 '' at screen 0.52500, screen 0.69072 offset 0,0.75 left textcolor rgb '#52606d'
set label 2 'maze 3' at screen 0.52500, screen 0.69072 offset 0,0.75 left textcolor rgb '#52606d'
set xlabel 'depth' offset 0,0.4 textcolor rgb '#374151'
set xtics scale 0 ('5' 0, '7' 1, '' -9)
set xrange [-0.6:1.6]
set yrange [0:105]
set ytics 0, 25, 100
set arrow 1 from graph 0, first 50 to graph 1, first 50 nohead lc rgb '#9aa5b1' lw 1.5
set key at screen 0.985, screen 0.91237 right top Left reverse samplen 1 spacing 1.1 textcolor rgb '#374151'
plot $ours using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 2 pt 7 ps 0.6 notitle, $printed using 1:2 with points lc rgb '#D55E00' lw 1.4 pt 12 ps 0.8 notitle
unset multiplot
