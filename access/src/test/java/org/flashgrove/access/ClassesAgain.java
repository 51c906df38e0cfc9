package org.flashgrove.access;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Enumeration;

/** Loads the classes of the tests again, as a program with another class path would do. */
class ClassesAgain extends ClassLoader {
  private final ClassLoader tests = ClassesAgain.class.getClassLoader();

  ClassesAgain() {
    super(ClassLoader.getPlatformClassLoader());
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    try (InputStream bytes = tests.getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] content = bytes.readAllBytes();
      return defineClass(name, content, 0, content.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  @Override
  protected Enumeration<URL> findResources(String name) throws IOException {
    return tests.getResources(name);
  }

  @Override
  protected URL findResource(String name) {
    return tests.getResource(name);
  }
}
