;; The inner loops of moisture surfaces in f32, four cells at a time. Compiled by scripts/kernel.ts into
;; moisture-kernel-bytes.ts; moisture-kernel.ts says what each function computes.
;;
;; A tile is 16 cells: n rows of 16 numbers, row i the correlations k = exp(-h / a) with place i, a the long range.
;; The short range is a 16th of it: its correlations are k^16.
(module
  (memory (export "memory") 1)

  ;; 2^t for t <= 0: nearest whole power by the exponent's bits, the rest by its series to the 7th power.
  (func $exp2 (param $t v128) (result v128)
    (local $n v128) (local $f v128)
    (local.set $t (f32x4.max (local.get $t) (v128.const f32x4 -126 -126 -126 -126)))
    (local.set $n (f32x4.nearest (local.get $t)))
    (local.set $f (f32x4.sub (local.get $t) (local.get $n)))
    (f32x4.mul
      (i32x4.shl
        (i32x4.add (i32x4.trunc_sat_f32x4_s (local.get $n)) (v128.const i32x4 127 127 127 127))
        (i32.const 23))
      (f32x4.add (v128.const f32x4 1 1 1 1) (f32x4.mul (local.get $f)
      (f32x4.add (v128.const f32x4 0.69314718 0.69314718 0.69314718 0.69314718) (f32x4.mul (local.get $f)
      (f32x4.add (v128.const f32x4 0.24022651 0.24022651 0.24022651 0.24022651) (f32x4.mul (local.get $f)
      (f32x4.add (v128.const f32x4 0.055504109 0.055504109 0.055504109 0.055504109) (f32x4.mul (local.get $f)
      (f32x4.add (v128.const f32x4 0.0096181291 0.0096181291 0.0096181291 0.0096181291) (f32x4.mul (local.get $f)
      (f32x4.add (v128.const f32x4 0.0013333558 0.0013333558 0.0013333558 0.0013333558) (f32x4.mul (local.get $f)
      (f32x4.add (v128.const f32x4 0.00015403530 0.00015403530 0.00015403530 0.00015403530) (f32x4.mul (local.get $f)
      (v128.const f32x4 0.000015252734 0.000015252734 0.000015252734 0.000015252734)))))))))))))))))

  ;; tiles[t][i][c] = 2^(scale h), h the distance of cell c of tile t from place i.
  (func (export "correlate")
    (param $tiles i32) (param $count i32) (param $n i32)
    (param $cellX i32) (param $cellY i32) (param $x i32) (param $y i32) (param $scale f32)
    (local $i i32) (local $px v128) (local $py v128) (local $v i32) (local $dx v128) (local $dy v128)
    (loop $tile
      (local.set $i (i32.const 0))
      (loop $place
        (local.set $px (v128.load32_splat (i32.add (local.get $x) (i32.shl (local.get $i) (i32.const 2)))))
        (local.set $py (v128.load32_splat (i32.add (local.get $y) (i32.shl (local.get $i) (i32.const 2)))))
        (local.set $v (i32.const 0))
        (loop $four
          (local.set $dx (f32x4.sub (v128.load (i32.add (local.get $cellX) (local.get $v))) (local.get $px)))
          (local.set $dy (f32x4.sub (v128.load (i32.add (local.get $cellY) (local.get $v))) (local.get $py)))
          (v128.store (i32.add (local.get $tiles) (local.get $v))
            (call $exp2 (f32x4.mul (f32x4.splat (local.get $scale)) (f32x4.sqrt (f32x4.add
              (f32x4.mul (local.get $dx) (local.get $dx))
              (f32x4.mul (local.get $dy) (local.get $dy)))))))
          (br_if $four (i32.lt_u (local.tee $v (i32.add (local.get $v) (i32.const 16))) (i32.const 64))))
        (local.set $tiles (i32.add (local.get $tiles) (i32.const 64)))
        (br_if $place (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
      (local.set $cellX (i32.add (local.get $cellX) (i32.const 64)))
      (local.set $cellY (i32.add (local.get $cellY) (i32.const 64)))
      (br_if $tile (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))

  (func $sixteenth (param $k v128) (result v128)
    (local.set $k (f32x4.mul (local.get $k) (local.get $k)))
    (local.set $k (f32x4.mul (local.get $k) (local.get $k)))
    (local.set $k (f32x4.mul (local.get $k) (local.get $k)))
    (f32x4.mul (local.get $k) (local.get $k)))

  ;; both[t] = the n rows of tiles[t], then their 16th powers: 2 n rows.
  (func (export "expand") (param $tiles i32) (param $count i32) (param $n i32) (param $both i32)
    (local $bytes i32) (local $v i32) (local $k v128)
    (local.set $bytes (i32.shl (local.get $n) (i32.const 6)))
    (loop $tile
      (local.set $v (i32.const 0))
      (loop $four
        (local.set $k (v128.load (i32.add (local.get $tiles) (local.get $v))))
        (v128.store (i32.add (local.get $both) (local.get $v)) (local.get $k))
        (v128.store
          (i32.add (i32.add (local.get $both) (local.get $v)) (local.get $bytes))
          (call $sixteenth (local.get $k)))
        (br_if $four (i32.lt_u (local.tee $v (i32.add (local.get $v) (i32.const 16))) (local.get $bytes))))
      (local.set $tiles (i32.add (local.get $tiles) (local.get $bytes)))
      (local.set $both (i32.add (local.get $both) (i32.shl (local.get $bytes) (i32.const 1))))
      (br_if $tile (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))

  ;; out[t][c] = sum over the rows of tile t of weight x row[c].
  (func (export "predict")
    (param $tiles i32) (param $count i32) (param $rows i32) (param $weights i32) (param $out i32)
    (local $i i32) (local $w i32) (local $m v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (loop $tile
      (local.set $i (local.get $rows))
      (local.set $w (local.get $weights))
      (local.set $a (v128.const i64x2 0 0))
      (local.set $b (v128.const i64x2 0 0))
      (local.set $c (v128.const i64x2 0 0))
      (local.set $d (v128.const i64x2 0 0))
      (loop $row
        (local.set $m (v128.load32_splat (local.get $w)))
        (local.set $a (f32x4.add (local.get $a) (f32x4.mul (local.get $m) (v128.load (local.get $tiles)))))
        (local.set $b (f32x4.add (local.get $b) (f32x4.mul (local.get $m) (v128.load offset=16 (local.get $tiles)))))
        (local.set $c (f32x4.add (local.get $c) (f32x4.mul (local.get $m) (v128.load offset=32 (local.get $tiles)))))
        (local.set $d (f32x4.add (local.get $d) (f32x4.mul (local.get $m) (v128.load offset=48 (local.get $tiles)))))
        (local.set $w (i32.add (local.get $w) (i32.const 4)))
        (local.set $tiles (i32.add (local.get $tiles) (i32.const 64)))
        (br_if $row (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))
      (v128.store (local.get $out) (local.get $a))
      (v128.store offset=16 (local.get $out) (local.get $b))
      (v128.store offset=32 (local.get $out) (local.get $c))
      (v128.store offset=48 (local.get $out) (local.get $d))
      (local.set $out (i32.add (local.get $out) (i32.const 64)))
      (br_if $tile (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))

  ;; out[c] += e' M e for one tile, e the `order` rows of 16 at $rows; M given as its lower half by rows, the
  ;; entries beside the diagonal doubled.
  (func (export "quadratic") (param $rows i32) (param $order i32) (param $form i32) (param $out i32)
    (local $row i32) (local $column i32) (local $m v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local $sa v128) (local $sb v128) (local $sc v128) (local $sd v128)
    (local $end i32)
    (local.set $sa (v128.load (local.get $out)))
    (local.set $sb (v128.load offset=16 (local.get $out)))
    (local.set $sc (v128.load offset=32 (local.get $out)))
    (local.set $sd (v128.load offset=48 (local.get $out)))
    (local.set $row (local.get $rows))
    (local.set $end (i32.add (local.get $rows) (i32.shl (local.get $order) (i32.const 6))))
    (loop $i
      (local.set $a (v128.const i64x2 0 0))
      (local.set $b (v128.const i64x2 0 0))
      (local.set $c (v128.const i64x2 0 0))
      (local.set $d (v128.const i64x2 0 0))
      (local.set $column (local.get $rows))
      (loop $j
        (local.set $m (v128.load32_splat (local.get $form)))
        (local.set $a (f32x4.add (local.get $a) (f32x4.mul (local.get $m) (v128.load (local.get $column)))))
        (local.set $b (f32x4.add (local.get $b) (f32x4.mul (local.get $m) (v128.load offset=16 (local.get $column)))))
        (local.set $c (f32x4.add (local.get $c) (f32x4.mul (local.get $m) (v128.load offset=32 (local.get $column)))))
        (local.set $d (f32x4.add (local.get $d) (f32x4.mul (local.get $m) (v128.load offset=48 (local.get $column)))))
        (local.set $form (i32.add (local.get $form) (i32.const 4)))
        (br_if $j (i32.le_u (local.tee $column (i32.add (local.get $column) (i32.const 64))) (local.get $row))))
      (local.set $sa (f32x4.add (local.get $sa) (f32x4.mul (local.get $a) (v128.load (local.get $row)))))
      (local.set $sb (f32x4.add (local.get $sb) (f32x4.mul (local.get $b) (v128.load offset=16 (local.get $row)))))
      (local.set $sc (f32x4.add (local.get $sc) (f32x4.mul (local.get $c) (v128.load offset=32 (local.get $row)))))
      (local.set $sd (f32x4.add (local.get $sd) (f32x4.mul (local.get $d) (v128.load offset=48 (local.get $row)))))
      (br_if $i (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 64))) (local.get $end))))
    (v128.store (local.get $out) (local.get $sa))
    (v128.store offset=16 (local.get $out) (local.get $sb))
    (v128.store offset=32 (local.get $out) (local.get $sc))
    (v128.store offset=48 (local.get $out) (local.get $sd)))
)
