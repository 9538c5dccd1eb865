# torch.distributions: samples, densities, moments, divergences, refused parameters.
import torch
import torch.distributions as D
from torch.distributions import Categorical, Independent, Normal, constraints, kl_divergence
from torch.distributions.normal import Normal as SameNormal

torch.manual_seed(3)
loc, scale = torch.tensor([0.0, 1.0, -2.0]), torch.tensor([1.0, 0.5, 2.0])
logits = torch.tensor([[0.1, 0.2, -1.0], [2.0, 0.0, 0.5]])
cases = [Normal(0.0, 1.0), Normal(loc, scale), Normal(loc, 2.0), D.Uniform(-1.0, 3.0), D.Uniform(loc, loc + scale), D.Exponential(2.0),
         D.Exponential(scale), D.Bernoulli(0.3), D.Bernoulli(logits=loc), D.Categorical(logits=logits), Categorical(torch.tensor([0.2, 0.3, 0.5])),
         Independent(Normal(loc, scale), 1), Independent(Normal(torch.zeros(2, 3), 1.0), 1)]
for d in cases:
    print(d, d.batch_shape, d.event_shape, d.mean, d.variance, d.has_rsample, d.has_enumerate_support)
    drawn = d.sample((2,))
    print(drawn, d.log_prob(drawn), d.entropy(), d.sample().shape, d.support)
    if d.has_rsample:
        print(d.rsample(), d.rsample(torch.Size([2, 1])).shape)
    if d.has_enumerate_support:
        print(d.enumerate_support(), d.enumerate_support(expand=False).shape, d.logits, d.probs, d.param_shape)
    if not isinstance(d, Independent):
        print(d.mode, d.stddev, d.perplexity(), d.expand((2, *d.batch_shape)).sample().shape, d.expand((2, *d.batch_shape)))
for d in cases[:7]:
    x = torch.tensor(0.25)
    print(d.icdf(x), d.cdf(d.icdf(x)))
print(kl_divergence(cases[0], cases[1]), kl_divergence(cases[7], cases[8]), kl_divergence(cases[9], cases[10]), kl_divergence(cases[11], cases[11]))
print(kl_divergence(cases[3], cases[3]), kl_divergence(cases[5], cases[6]), kl_divergence(cases[6], cases[1]), kl_divergence(cases[4], cases[1]))
print(kl_divergence(cases[1], cases[4]), kl_divergence(cases[4], cases[6]), kl_divergence(cases[1], cases[6]), SameNormal is Normal)
print(constraints.positive, constraints.unit_interval.check(torch.tensor([0.5, 2.0])), isinstance(cases[0], D.Distribution), type(cases[0]))


class Shifted(Normal):
    def sample(self, sample_shape=torch.Size()):
        return super().sample(sample_shape) + 100


@D.register_kl(Shifted, Shifted)
def shifted_kl(p, q):
    return torch.tensor(7.0)


shifted = Shifted(loc, scale)
print(shifted, shifted.sample(), kl_divergence(shifted, shifted), kl_divergence(shifted, cases[1]))
x = torch.randn(4, requires_grad=True)
print(Normal(x, 1.0).rsample().requires_grad, Normal(x, 1.0).sample().requires_grad)
for call in (lambda: Normal(0.0, -1.0), lambda: D.Bernoulli(1.5), lambda: D.Bernoulli(), lambda: D.Uniform(1.0, 0.0), lambda: Normal("a", 1),
             lambda: D.Exponential(0.0), lambda: Categorical(torch.tensor(0.5)), lambda: cases[10].log_prob(torch.tensor(5)),
             lambda: cases[0].log_prob(1.0), lambda: cases[1].log_prob(torch.zeros(2)), lambda: Independent(cases[0], 1),
             lambda: kl_divergence(cases[0], cases[7]), lambda: Categorical(torch.tensor([0.5, -0.1]))):
    try:
        print(call())
    except (ValueError, NotImplementedError) as error:
        print(type(error).__name__, error if isinstance(error, ValueError) else "")
print(Normal(0.0, -1.0, validate_args=False))
