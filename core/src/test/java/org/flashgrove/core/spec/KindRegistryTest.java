package org.flashgrove.core.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** Tests the order of kinds, and that services are loaded only when they are needed. */
class KindRegistryTest {
  /** Interface of the kinds. */
  public interface Shape {
    String name();
  }

  private record Own(String name) implements Shape {}

  /** Service with the name of an own kind. */
  public static final class Impostor implements Shape {
    @Override
    public String name() {
      return "circle";
    }
  }

  /** Service with a name of its own. */
  public static final class Square implements Shape {
    @Override
    public String name() {
      return "square";
    }
  }

  /** Class loader that lists both services and counts the lookups of the list. */
  private static final class Services extends ClassLoader {
    private int lookups;

    Services() {
      super(KindRegistryTest.class.getClassLoader());
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
      if (!name.equals("META-INF/services/" + Shape.class.getName())) {
        return super.getResources(name);
      }
      lookups++;
      String list = Square.class.getName() + "\n" + Impostor.class.getName() + "\n";
      URLStreamHandler handler =
          new URLStreamHandler() {
            @Override
            protected URLConnection openConnection(URL url) {
              return new URLConnection(url) {
                @Override
                public void connect() {}

                @Override
                public InputStream getInputStream() {
                  return new ByteArrayInputStream(list.getBytes(StandardCharsets.UTF_8));
                }
              };
            }
          };
      URL url = new URL(null, URI.create("list:services").toString(), handler);
      return Collections.enumeration(List.of(url));
    }
  }

  private final Services services = new Services();

  private final KindRegistry<Shape> registry =
      new KindRegistry<>(
          "shape",
          List.of(new Own("circle"), new Own("line")),
          ServiceLoader.load(Shape.class, services),
          kind -> List.of(kind.name()),
          Map.of("square", "shapes", "cube", "solids"));

  @Test
  void ownKindsAreFoundWithoutServices() {
    assertThat(registry.isOwn("line")).isTrue();
    assertThat(registry.require("circle")).isInstanceOf(Own.class);
    registry.requireModule("line");
    assertThat(services.lookups).isZero();
  }

  @Test
  void servicesFollowOwnKindsAndDoNotReplaceThem() {
    assertThat(registry.isOwn("square")).isFalse();
    assertThat(registry.find("square")).isInstanceOf(Square.class);
    assertThat(registry.find("circle")).isInstanceOf(Own.class);
    assertThat(registry.names()).containsExactly("circle", "line", "square");
    assertThat(registry.all()).hasSize(3);
    registry.requireModule("square");
    assertThat(services.lookups).isEqualTo(1);
  }

  @Test
  void anUnknownKindIsRefused() {
    assertThat(registry.find("cone")).isNull();
    assertThatThrownBy(() -> registry.require("cone"))
        .isInstanceOf(SpecException.class)
        .hasMessage("unknown shape 'cone' (allowed: circle, line, square)");
    assertThatThrownBy(() -> registry.require("cube"))
        .isInstanceOf(AbsentKindException.class)
        .hasMessageContaining("solids");
  }
}
