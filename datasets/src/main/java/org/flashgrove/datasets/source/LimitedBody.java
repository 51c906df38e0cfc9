package org.flashgrove.datasets.source;

import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Receives the body of an HTTP answer, up to a maximum number of bytes. */
final class LimitedBody implements HttpResponse.BodySubscriber<byte[]> {
  private final int most;
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private byte[] bytes;
  private int count;
  private Flow.Subscription subscription;

  /**
   * Creates a receiver.
   *
   * @param most number of bytes after which the answer is cut off; 0 receives nothing
   */
  LimitedBody(int most) {
    this.most = most;
    bytes = new byte[Math.min(most, 1 << 16)];
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    if (most == 0) {
      end();
    } else {
      subscription.request(Long.MAX_VALUE);
    }
  }

  private void end() {
    subscription.cancel();
    onComplete();
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer each : buffers) {
      int length = Math.min(each.remaining(), most - count);
      if (count + length > bytes.length) {
        bytes = Arrays.copyOf(bytes, (int) Math.min(most, 2L * (count + length)));
      }
      each.get(bytes, count, length);
      count += length;
    }
    if (count == most) {
      end();
    }
  }

  @Override
  public void onError(Throwable cause) {
    body.completeExceptionally(cause);
  }

  @Override
  public void onComplete() {
    body.complete(count == bytes.length ? bytes : Arrays.copyOf(bytes, count));
  }
}
