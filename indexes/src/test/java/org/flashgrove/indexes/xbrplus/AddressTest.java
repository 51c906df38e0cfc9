package org.flashgrove.indexes.xbrplus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.indexes.tree.Domain;
import org.junit.jupiter.api.Test;

class AddressTest {
  private final OriginalSpace space = new OriginalSpace(new Domain(0, 0, 200, 100));

  private static Address address(OriginalSpace space, double x, double y, int digits) {
    Address address = new Address();
    address.set(space.high(x, y), space.low(x, y, 0), digits);
    return address;
  }

  private String digits(double x, double y, int digits) {
    return address(space, x, y, digits).toString();
  }

  @Test
  void digitsAreQuartersInZOrderWithNorthWhereYIsSmall() {
    assertThat(digits(20, 30, 0)).isEqualTo("*");
    assertThat(digits(20, 30, 2)).isEqualTo("00*");
    assertThat(digits(150, 40, 1)).isEqualTo("1*");
    assertThat(digits(60, 150, 1)).isEqualTo("2*");
    assertThat(digits(160, 160, 1)).isEqualTo("3*");
    assertThat(digits(55, 60, 3)).isEqualTo("030*");
  }

  @Test
  void bordersBelongToTheQuarterBehindThemAndTheFarOnesToTheLast() {
    assertThat(digits(100, 100, 1)).isEqualTo("3*");
    assertThat(digits(Math.nextDown(100.0), 100, 1)).isEqualTo("2*");
    assertThat(digits(50, Math.nextDown(50.0), 3)).isEqualTo("012*");
    assertThat(digits(200, 200, 48)).isEqualTo("3".repeat(48) + "*");
    assertThat(digits(0, 200, 48)).isEqualTo("2".repeat(48) + "*");
  }

  @Test
  void aDomainThatIsNotSquareLiesInItsBoundingSquare() {
    space.requireHolds(200, 200);
    assertThatThrownBy(() -> space.requireHolds(200.1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("x=200.1")
        .hasMessageContaining("x from 0.0 to 200.0");
    assertThatThrownBy(() -> space.requireHolds(0, -1e-9))
        .isInstanceOf(IllegalArgumentException.class);
    OriginalSpace point = new OriginalSpace(new Domain(7, -3, 7, -3));
    point.requireHolds(7, -3);
    assertThat(address(point, 7, -3, 3).toString()).isEqualTo("000*");
  }

  @Test
  void theFarBordersAreHeldWhateverIsRounded() {
    Random random = Seeds.random();
    for (int i = 0; i < 1000; i++) {
      double x = random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20);
      double y = random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20);
      double width = random.nextDouble() * Math.pow(10, random.nextInt(40) - 20);
      double height = random.nextDouble() * Math.pow(10, random.nextInt(40) - 20);
      Domain domain = new Domain(x, y, x + width, y + height);
      OriginalSpace any = new OriginalSpace(domain);
      any.requireHolds(domain.minX(), domain.minY());
      any.requireHolds(domain.maxX(), domain.maxY());
    }
  }

  @Test
  void theOrderIsThatOfTheDigitsWithPrefixesFirst() {
    Random random = Seeds.random();
    List<Address> addresses = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      Address address = new Address();
      int digits = random.nextInt(4) == 0 ? random.nextInt(65) : random.nextInt(4);
      for (int digit = 0; digit < digits; digit++) {
        address.descend(random.nextInt(8) == 0 ? random.nextInt(4) : 2);
      }
      addresses.add(address);
    }
    addresses.sort(Address::compareTo);
    assertThat(addresses.stream().map(a -> a.toString().replace("*", "")).toList())
        .isSortedAccordingTo(Comparator.naturalOrder());
    for (int i = 1; i < addresses.size(); i++) {
      Address a = addresses.get(i - 1);
      Address b = addresses.get(i);
      String prefix = a.toString().replace("*", "");
      assertThat(a.covers(b)).isEqualTo(b.toString().startsWith(prefix));
      assertThat(b.covers(a)).isEqualTo(a.isSame(b));
      Address copy = new Address();
      copy.set(b.high(), b.low(), b.level());
      assertThat(copy.isSame(b)).isTrue();
      assertThat(b.compareTo(copy)).isZero();
    }
  }

  @Test
  void aQuadrantThatHoldsBothCornersHoldsWhatIsBetween() {
    Random random = Seeds.random();
    OriginalSpace odd = new OriginalSpace(new Domain(-0.3, 1.7, 0.1, 2.2));
    XbrPlusLayout layout = new XbrPlusLayout(odd);
    Address clip = new Address();
    for (int i = 0; i < 10_000; i++) {
      double reach = Math.pow(2, -random.nextInt(50));
      double x1 = -0.5 + random.nextDouble();
      double y1 = 1.5 + random.nextDouble();
      double x2 = x1 + random.nextDouble() * reach;
      double y2 = y1 + random.nextDouble() * reach;
      layout.clip(x1, y1, x2, y2, clip);
      double x = Math.min(x2, x1 + random.nextDouble() * (x2 - x1));
      double y = Math.min(y2, y1 + random.nextDouble() * (y2 - y1));
      assertThat(clip.covers(address(odd, x, y, Address.LEVELS))).isTrue();
      assertThat(clip.covers(address(odd, x2, y2, Address.LEVELS))).isTrue();
    }
  }
}
